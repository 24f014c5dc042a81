/** An unrealistic number of courses, as a load test for lists. */
export const MANY_COURSES = Array.from({ length: 10_000 }, (_, number) => ({
  id: `10000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  title: `Kurs ${number}`,
  description: number % 100 === 0 ? 'Ein Seminar über Traumafolgen.' : 'Ein Seminar mit Übungen.',
  competency: 'fachliche_kompetenz',
  duration_hours: 12,
  difficulty: 'Anfänger',
  theory_units: 8,
  practical_units: 4,
  elearning_units: 0,
  price_euros: 240,
  credit_cost: 120,
  is_premium: false,
  is_active: true,
}));
