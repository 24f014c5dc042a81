import type { Connection } from '../database/database';
import { text } from './rows';

/** The set of every installation: 500 units of theory, 350 of practice, 150 of e-learning. */
export const SAMPLE_REQUIREMENTS = '5e7a0000-0000-4000-8000-000000000001';

/** What a set of a test demands. */
export interface RequirementsUnderTest {
  /** Units of each category; null for one without a figure. */
  readonly categories: Readonly<Record<string, number | null>>;
  /** Kind of source, and the category that it counts for. */
  readonly credits: Readonly<Record<string, string>>;
  /** Competencies with their level and units. */
  readonly competencies?: readonly { competency: string; level: string; units: number | null; description?: string }[];
  readonly treatedPerSupervised?: number;
  readonly state?: 'draft' | 'published' | 'retired';
  readonly validFrom?: string;
}

/** A requirement set as staff would have written it. @returns its id */
export async function addRequirementSet(
  connection: Connection,
  {
    categories,
    credits,
    competencies = [],
    treatedPerSupervised,
    state = 'published',
    validFrom = '2026-01-01',
  }: RequirementsUnderTest,
): Promise<string> {
  const id = text(
    await connection.query(
      `insert into nemus_requirement_sets (name, version, valid_from, treated_per_supervised)
       values ('Probe', '1', $1::text::date, $2::text::numeric) returning id::text`,
      [validFrom, treatedPerSupervised === undefined ? null : String(treatedPerSupervised)],
    ),
    'id',
  );
  await connection.query(
    `insert into nemus_requirement_categories (set_id, category, required_units, position)
     select $1::text::uuid, c.each ->> 0, (c.each ->> 1)::int, c.position - 1
     from jsonb_array_elements($2::text::jsonb) with ordinality as c (each, position)`,
    [id, JSON.stringify(Object.entries(categories))],
  );
  await connection.query(
    `insert into nemus_requirement_credits (set_id, source, category)
     select $1::text::uuid, c.key, c.value from jsonb_each_text($2::text::jsonb) c`,
    [id, JSON.stringify(credits)],
  );
  await connection.query(
    `insert into nemus_requirement_competencies (set_id, competency, level, required_units, description)
     select $1::text::uuid, c.competency, c.level, c.units, coalesce(c.description, '')
     from jsonb_to_recordset($2::text::jsonb) as c (competency text, level text, units int, description text)`,
    [id, JSON.stringify(competencies)],
  );
  // A published set takes no further row.
  if (state !== 'draft') {
    await connection.query(
      'update nemus_requirement_sets set state = $2, published_at = now() where id = $1::text::uuid',
      [id, state],
    );
  }
  return id;
}

/** Makes a set the present choice of an account, past the functions. */
export async function chooseRequirements(connection: Connection, user: string, set: string): Promise<void> {
  await connection.query(
    'update nemus_requirement_choices set ended_at = now() where user_id = $1::text::uuid and ended_at is null',
    [user],
  );
  await connection.query(
    'insert into nemus_requirement_choices (user_id, set_id) values ($1::text::uuid, $2::text::uuid)',
    [user, set],
  );
}
