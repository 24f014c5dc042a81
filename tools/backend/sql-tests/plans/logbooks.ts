import type { Connection } from '../database/database';

/** How many logbooks there are, and for how many days each has an entry. */
export interface LogbookSize {
  readonly trainees: number;
  readonly days: number;
}

/** One institution has all of them; so many people confirm for it. */
export const CONFIRMERS = 50;
/** The set of requirements that every installation has. */
const SAMPLE_SET = '5e7a0000-0000-4000-8000-000000000001';

const id = (kind: string, n: string) => `md5('${kind}' || ${n})::uuid`;
/** The account of a trainee, of who confirms, and of the institution. */
export const accountOf = {
  trainee: (n: number) => `md5('logbook' || ${n})::uuid`,
  confirmer: (n: number) => `md5('confirms' || ${n})::uuid`,
  institution: `md5('house')::uuid`,
} as const;

/**
 * Writes logbooks of one institution: an entry each day, the last three days as drafts, eleven before them submitted, all
 * others confirmed; of each hundredth confirmed one a correction. Triggers and foreign keys are off meanwhile, and the
 * indexes of the entries are built when all are there.
 */
export async function gatherLogbooks(connection: Connection, { trainees, days }: LogbookSize): Promise<void> {
  const indexes = await connection.query(
    `select indexname, indexdef from pg_indexes i where tablename = 'nemus_logbook_entries' and schemaname = 'public'
       and not exists (select from pg_constraint c where c.conname = i.indexname)`,
  );
  const entry = (state: string, from: number, to: number) =>
    `insert into nemus_logbook_entries (user_id, category, minutes, done_on, competency, level, state, confirmer_id,
       institution_id, submitted_at, confirmed_at, confirmed_by, decided_role)
     select ${id('logbook', 't')}, (array['theory', 'practice', 'practice', 'supervision', 'self_experience', 'practice', 'elearning'])[1 + d % 7],
       30 + 15 * (d % 8), current_date - d, 'methoden_kompetenz', 'action', '${state}',
       ${id('person', `t % ${CONFIRMERS}`)}, ${accountOf.institution},
       case when '${state}' <> 'draft' then now() - d * interval '1 day' end,
       case when '${state}' = 'confirmed' then now() - d * interval '1 day' end,
       case when '${state}' = 'confirmed' then 'Ada Lehr' end, case when '${state}' = 'confirmed' then 'leader' end
     from generate_series(1, ${trainees}) t cross join generate_series(${from}, ${to}) d`;
  for (const statement of [
    `set session_replication_role = replica`,
    ...indexes.map(({ indexname }) => `drop index public."${String(indexname)}"`),
    `insert into auth.users (id, email) select ${id('logbook', 't')}, t || '@logbook.example' from generate_series(1, ${trainees}) t
     union all select ${id('confirms', 'c')}, c || '@confirms.example' from generate_series(0, ${CONFIRMERS - 1}) c
     union all select ${accountOf.institution}, 'house@logbook.example'`,
    `insert into nemus_profiles (user_id, user_type, email)
     select id, case when email like 'house@%' then 'institution' else 'piw' end, email from auth.users
     where email like '%@logbook.example' or email like '%@confirms.example'`,
    `insert into nemus_institution_settings (institution_id) values (${accountOf.institution})`,
    `insert into nemus_members (institution_id, user_id, roles)
     values (${accountOf.institution}, ${accountOf.institution}, array['administration'])`,
    `insert into nemus_training_info (user_id, started_on, expected_end_on)
     select ${id('logbook', 't')}, current_date - ${days}, current_date + t % 900 from generate_series(1, ${trainees}) t`,
    `insert into nemus_training_targets (user_id, area, target_units)
     select ${id('logbook', 't')}, area, 500 from generate_series(1, ${trainees}) t,
       unnest(array['theory', 'practice', 'elearning']) area`,
    `insert into nemus_requirement_choices (user_id, set_id)
     select ${id('logbook', 't')}, '${SAMPLE_SET}' from generate_series(1, ${trainees}) t`,
    `insert into nemus_trainees (id, institution_id, user_id, first_name, last_name, email)
     select ${id('listed', 't')}, ${accountOf.institution}, ${id('logbook', 't')}, 'Vera', 'N' || t, t || '@logbook.example'
     from generate_series(1, ${trainees}) t`,
    `insert into nemus_confirmers (id, institution_id, name, email, user_id, accepted_at)
     select ${id('person', 'c')}, ${accountOf.institution}, 'Ada ' || c, c || '@confirms.example', ${id('confirms', 'c')}, now()
     from generate_series(0, ${CONFIRMERS - 1}) c`,
    entry('draft', 0, 2),
    entry('submitted', 3, 13),
    entry('confirmed', 14, days - 1),
    `insert into nemus_logbook_entries (user_id, category, minutes, done_on, state, confirmer_id, institution_id,
       submitted_at, confirmed_at, confirmed_by, decided_role, corrects)
     select user_id, category, 30, done_on, state, confirmer_id, institution_id, submitted_at, confirmed_at, confirmed_by,
       decided_role, id
     from nemus_logbook_entries where state = 'confirmed' and (current_date - done_on) % 100 = 0 and minutes > 30
       and user_id in (select ${id('logbook', 't')} from generate_series(1, ${trainees}) t)`,
    ...indexes.map(({ indexdef }) => String(indexdef)),
    'analyze nemus_logbook_entries',
    `insert into private.nemus_logbook_sums (user_id, category, minutes)
     select e.user_id, e.category, sum(e.minutes) from nemus_logbook_entries e
     where e.state = 'confirmed' and e.institution_id = ${accountOf.institution} and not exists (select from nemus_logbook_entries c where c.corrects = e.id and c.user_id = e.user_id)
     group by 1, 2`,
    `set session_replication_role = default`,
    'vacuum analyze',
  ]) {
    await connection.query(statement);
  }
}
