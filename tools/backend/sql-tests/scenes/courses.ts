import type { Connection } from '../database/database';
import { text } from './rows';

/** Course of the seed that costs 85 credits (170 euro), and one that costs 60 (120 euro). */
export const COURSE_85 = 'c0000000-0000-4000-8000-000000000024';
export const COURSE_60 = 'c0000000-0000-4000-8000-000000000001';

/** What a test says of a seminar. */
export interface SeminarOptions {
  readonly title?: string;
  readonly description?: string;
  readonly competency?: string;
  readonly theory?: number;
  readonly practice?: number;
  /** What it costs; in euro it is twice as much. */
  readonly credits?: number;
}

/** A published seminar that takes place at dates. @returns its id */
export async function addSeminar(connection: Connection, options: SeminarOptions = {}): Promise<string> {
  const { title = 'Traumatherapie', description = '', competency = 'fachliche_kompetenz' } = options;
  const { theory = 6, practice = 2, credits = 50 } = options;
  return text(
    await connection.query(
      `insert into nemus_courses (title, description, competency, duration_hours, difficulty, theory_units,
         practical_units, price_euros, credit_cost, has_dates, published_at, zfu_status)
       values ($1, $2, $3, $4::text::int + $5::text::int, 'Anfänger', $4::text::int, $5::text::int, 2 * $6::text::int,
         $6::text::int, true, now(), 'not_required') returning id::text`,
      [title, description, competency, String(theory), String(practice), String(credits)],
    ),
    'id',
  );
}

/** What the form of a seminar sends. */
export const SEMINAR_FORM = {
  title: 'Trauer begleiten',
  description: 'Gespräche mit Hinterbliebenen.',
  competency: 'beziehungsgestaltung',
  difficulty: 'Fortgeschritten',
  theory_units: 8,
  practical_units: 6,
  elearning_units: 2,
  has_dates: true,
  price_euros: '89.50',
  credit_cost: 45,
  is_premium: false,
  zfu_status: 'not_required',
  zfu_number: null,
} as const;
