import type { ListedSeminar, Seminar, SeminarDetails } from '@nemus/data';

const AT = '2026-11-20T10:00:00.123456+00:00';

/** A seminar as staff sees it; a draft that lacks nothing. */
export const exampleSeminar = (changed: Partial<Seminar> = {}): Seminar => ({
  id: '5e000000-0000-4000-8000-000000000001',
  title: 'Trauer begleiten',
  description: 'Gespräche mit Hinterbliebenen.',
  competency: 'beziehungsgestaltung',
  duration_hours: 16,
  difficulty: 'Fortgeschritten',
  theory_units: 8,
  practical_units: 6,
  elearning_units: 2,
  price_euros: 89.5,
  credit_cost: 45,
  is_premium: false,
  is_active: false,
  state: 'draft',
  has_dates: true,
  zfu_status: 'not_required',
  zfu_number: null,
  agenda: '',
  updated_at: AT,
  ...changed,
});

/** The answer for one seminar. */
export const exampleDetails = (
  changed: Partial<Seminar> = {},
  around: Partial<Omit<SeminarDetails, 'course'>> = {},
): SeminarDetails => ({
  course: exampleSeminar(changed),
  gaps: [],
  is_sold: false,
  is_withheld: false,
  enrolled: 0,
  completed: 0,
  waiting_orders: 0,
  dates: 1,
  coming_dates: 1,
  elearning: [{ id: 'trauer', title: 'Trauer', units: 2 }],
  ...around,
});

/** A line of the list. */
export const exampleListed = (changed: Partial<ListedSeminar> = {}): ListedSeminar => ({
  ...exampleSeminar(),
  enrolled: 0,
  ...changed,
});
