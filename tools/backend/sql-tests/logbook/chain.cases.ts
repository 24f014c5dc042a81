import { ANONYMOUS, ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { addEntry, CORRECT_ENTRY, setLogbookScene } from '../scenes/logbook';
import { one } from '../scenes/rows';
import { decide, submitTo } from '../scenes/sign-off';
import { undone } from '../scenes/undone';

const CHECK = 'select nemus_check_logbook() as problems';

/** The hash chain: changes made with the database's keys are detected. */
export function logbookChainCases(database: () => TestDatabase): void {
  /** A logbook of five confirmed entries, and its owner. */
  async function confirmed(): Promise<{ readonly owner: string; readonly ids: readonly string[] }> {
    const scene = await setLogbookScene(database());
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      const id = await submitTo(database(), scene, scene.confirmer.id);
      await decide(database(), scene.confirmer.account, [id]);
      ids.push(id);
    }
    return { owner: scene.owner, ids };
  }

  /** What the check finds of a logbook after a change past all triggers, which is undone. */
  async function found(owner: string, change: string, values: readonly unknown[]): Promise<readonly unknown[]> {
    const problems = await undone(database(), async (connection) => {
      await connection.query(`set local session_replication_role = 'replica'`);
      await connection.query(change, values);
      return one(await connection.query('select public.nemus_check_logbook() as problems')).problems;
    });
    return (problems as readonly { user_id: string; number: number; problem: string }[])
      .filter((problem) => problem.user_id === owner)
      .map(({ number, problem }) => [number, problem]);
  }

  it('finds nothing in a sound one, and whatever was changed, taken out or put in', async () => {
    const { owner, ids } = await confirmed();
    expect(await found(owner, 'select $1::text', [owner])).toEqual([]);
    // In any time zone of the reader, and with a column that was added later.
    expect(await found(owner, `select set_config('timezone', 'Asia/Tokyo', true), $1::text`, [owner])).toEqual([]);
    await database().query('alter table nemus_logbook_entries add column later text');
    expect(await found(owner, 'select $1::text', [owner])).toEqual([]);
    await database().query('alter table nemus_logbook_entries drop column later');
    expect(
      await found(owner, 'update nemus_logbook_entries set confirmer_id = null where user_id = $1::text::uuid', [
        owner,
      ]),
    ).toEqual([]);
    const step = 'update private.nemus_logbook_steps set';
    const third = 'where user_id = $1::text::uuid and number = 3';
    for (const set of [
      `actor_name = 'Jemand'`,
      `content = replace(content, '90', '900')`,
      `created_at = created_at - interval '1 day'`,
      `action = 'return'`,
      'actor_id = gen_random_uuid()',
    ]) {
      expect(await found(owner, `${step} ${set} ${third}`, [owner])).toContainEqual([3, 'changed']);
    }
    // With a forged hash, the next step no longer follows.
    expect(await found(owner, `${step} hash = repeat('a', 64) ${third}`, [owner])).toContainEqual([4, 'unlinked']);
    // One finding, however long the rest: it would crowd out those of other logbooks.
    expect(await found(owner, `delete from private.nemus_logbook_steps ${third}`, [owner])).toEqual([[4, 'missing']]);
    expect(
      await found(
        owner,
        `insert into private.nemus_logbook_steps select s.user_id, 11, s.entry_id, s.action, s.created_at, s.actor_id,
           s.actor_name, s.content, s.previous_hash, s.hash from private.nemus_logbook_steps s ${third}`,
        [owner],
      ),
    ).not.toEqual([]);
    expect(
      await found(owner, 'update nemus_logbook_entries set minutes = 91 where id = $1::text::uuid', [ids[2]]),
    ).toContainEqual([6, 'entry']);
    expect(
      await found(
        owner,
        `update nemus_logbook_entries set state = 'draft', confirmed_at = null, confirmed_by = null
         where id = $1::text::uuid`,
        [ids[2]],
      ),
    ).toContainEqual([6, 'entry']);
    expect(await found(owner, 'delete from nemus_logbook_entries where id = $1::text::uuid', [ids[2]])).toContainEqual([
      6,
      'entry',
    ]);
    // A chain whose end was cut off: the confirmed entry is left alone.
    expect(
      await found(owner, 'delete from private.nemus_logbook_steps where user_id = $1::text::uuid and number > 8', [
        owner,
      ]),
    ).toContainEqual([null, 'entry']);
  });

  it('no account changes a step by the API, and only the operator reads the check', async () => {
    const { owner } = await confirmed();
    for (const caller of [ANONYMOUS, signedIn(owner), SERVICE]) {
      for (const statement of [
        'select 1 from private.nemus_logbook_steps',
        `update private.nemus_logbook_steps set actor_name = 'x'`,
        'delete from private.nemus_logbook_steps',
        'truncate private.nemus_logbook_steps',
      ]) {
        expect(await refusal(database(), caller, statement)).toMatchObject({ code: '42501' });
      }
      if (caller !== SERVICE) expect(await refusal(database(), caller, CHECK)).toMatchObject({ code: '42501' });
    }
    expect(await ask(database(), SERVICE, CHECK)).toHaveLength(1);
    // Past the grants as well: the owner of the table.
    for (const statement of [
      `update private.nemus_logbook_steps set actor_name = 'x'`,
      'delete from private.nemus_logbook_steps',
    ]) {
      await expect(database().query(statement)).rejects.toMatchObject({ hint: 'append_only' });
    }
  });

  it('has the names of trainee, confirmer with role and institution with address in every step', async () => {
    const scene = await setLogbookScene(database());
    await database().query(
      `update nemus_institution_settings set institution_address = 'Parkweg 8, 10115 Berlin' where institution_id = $1::text::uuid`,
      [scene.institution],
    );
    const names = one(
      await database().query(
        `select jsonb_build_object('trainee', btrim(p.first_name || ' ' || p.last_name), 'confirmer', 'Ada Lehr',
           'role', 'leader', 'as_deputy', false, 'institution', private.nemus_inviting_name($2::text::uuid),
           'address', 'Parkweg 8, 10115 Berlin') as names
         from nemus_profiles p where p.user_id = $1::text::uuid`,
        [scene.owner, scene.institution],
      ),
    ).names;
    const back = await submitTo(database(), scene, scene.confirmer.id);
    await ask(database(), signedIn(scene.owner), 'select nemus_take_back_entry($1::text::uuid)', [back]);
    await decide(database(), scene.confirmer.account, [await submitTo(database(), scene, scene.confirmer.id)]);
    const steps = await database().query(
      `select action, content::jsonb -> 'names' as names from private.nemus_logbook_steps
       where user_id = $1::text::uuid order by number`,
      [scene.owner],
    );
    expect(steps.map(({ action }) => action)).toEqual(['submit', 'take_back', 'submit', 'confirm']);
    expect(steps.map((step) => step.names)).toEqual([names, names, names, names]);
  });

  it('no two steps are hashed as the same text', async () => {
    const hash = (name: string, content: string) =>
      `private.nemus_step_hash(row('00000000-0000-0000-0000-000000000001'::uuid, 1, '00000000-0000-0000-0000-000000000002'::uuid,
         'submit', now(), null::uuid, ${name}, ${content}, repeat('0', 64), '')::private.nemus_logbook_steps)`;
    const [row] = await database().query(
      `select ${hash(`E'Ada\n{"minutes": 90}'`, `'{}'`)} <> ${hash(`'Ada'`, `E'{"minutes": 90}\n{}'`)} as differ`,
    );
    expect(row?.differ).toBe(true);
  });

  it('a corrected sample entry raises no alarm, also after the sample data is removed', async () => {
    const scene = await setLogbookScene(database());
    const sample = await addEntry(database(), scene, 'draft');
    await database().query(`alter table nemus_logbook_entries disable trigger keep_confirmed`);
    await database().query(
      `update nemus_logbook_entries set is_sample = true, institution_id = $2::text::uuid, submitted_at = now(),
         state = 'confirmed', confirmed_at = now(), confirmed_by = 'Probe' where id = $1::text::uuid`,
      [sample, scene.institution],
    );
    await database().query(`alter table nemus_logbook_entries enable trigger keep_confirmed`);
    const correction = String(one(await ask(database(), signedIn(scene.owner), CORRECT_ENTRY, [sample])).id);
    await ask(database(), signedIn(scene.owner), 'select nemus_submit_entries($1::text::uuid[])', [`{${correction}}`]);
    await decide(database(), scene.confirmer.account, [correction]);
    expect(await found(scene.owner, 'select $1::text', [scene.owner])).toEqual([]);
    await ask(database(), signedIn(scene.owner), 'select nemus_remove_sample_data()');
    expect(await found(scene.owner, 'select $1::text', [scene.owner])).toEqual([]);
    // A real entry that is declared a sample afterwards is still found.
    const real = await submitTo(database(), scene, scene.confirmer.id);
    await decide(database(), scene.confirmer.account, [real]);
    expect(
      await found(scene.owner, 'update nemus_logbook_entries set is_sample = true where id = $1::text::uuid', [real]),
    ).toContainEqual([expect.any(Number), 'entry']);
  });

  it('finds a rewritten chain by the heads that were signed before', async () => {
    const { owner } = await confirmed();
    const { heads } = one(await ask(database(), SERVICE, 'select nemus_logbook_heads() as heads'));
    const own = one(
      await database().query(
        `select h as head from jsonb_array_elements($2::text::jsonb) h where h ->> 'logbook' = private.nemus_logbook_key($1::text::uuid)`,
        [owner, JSON.stringify(heads)],
      ),
    ).head as { number: number };
    expect(own).toMatchObject({ number: 10, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(JSON.stringify(heads)).not.toContain(owner);
    const against = async (change: string) =>
      undone(database(), async (connection) => {
        await connection.query(`set local session_replication_role = 'replica'`);
        await connection.query(change, [owner]);
        const { problems } = one(
          await connection.query('select nemus_check_logbook($1::text::jsonb) as problems', [JSON.stringify([own])]),
        );
        return (problems as readonly { user_id: string | null; problem: string }[])
          .filter(({ user_id: user, problem }) => user === owner || problem === 'gone')
          .map(({ problem }) => problem);
      });
    expect(await against('select $1::text')).toEqual([]);
    // The last confirmation is taken out, with all its traces.
    expect(
      await against(
        `with cut as (delete from private.nemus_logbook_steps where user_id = $1::text::uuid and number > 8 returning entry_id)
         delete from nemus_logbook_entries where id in (select entry_id from cut)`,
      ),
    ).toEqual(['signed']);
    // The chain is written again with another name, from the first step on.
    expect(
      await against(
        `with recursive again as (
           select row(s.user_id, s.number, s.entry_id, s.action, s.created_at, s.actor_id, 'Jemand', s.content,
             s.previous_hash, '')::private.nemus_logbook_steps as step from private.nemus_logbook_steps s
           where s.user_id = $1::text::uuid and s.number = 1
           union all
           select row(s.user_id, s.number, s.entry_id, s.action, s.created_at, s.actor_id, 'Jemand', s.content,
             private.nemus_step_hash(a.step), '')::private.nemus_logbook_steps
           from again a join private.nemus_logbook_steps s on s.user_id = (a.step).user_id and s.number = (a.step).number + 1)
         update private.nemus_logbook_steps s set actor_name = (a.step).actor_name, previous_hash = (a.step).previous_hash,
           hash = private.nemus_step_hash(a.step)
         from again a where s.user_id = (a.step).user_id and s.number = (a.step).number`,
      ),
    ).toEqual(['signed']);
    // A deleted account takes its logbook along: reported, no alarm.
    expect(await against('delete from public.nemus_profiles where user_id = $1::text::uuid')).toEqual(['gone']);
  });

  it('is sound over a year of entries', async () => {
    const scene = await setLogbookScene(database());
    await database().query(
      `with made as (insert into nemus_logbook_entries (user_id, category, minutes, done_on, competency, level, confirmer_id)
         select $1::text::uuid, (array['practice', 'theory', 'supervision'])[1 + n % 3], 45 + n % 90, current_date - n / 3 - 1,
           'fachliche_kompetenz', 'action', $2::text::uuid from generate_series(0, 1094) n returning id)
       select count(*) from made`,
      [scene.owner, scene.confirmer.id],
    );
    await database().query(
      `update nemus_logbook_entries set state = 'submitted', submitted_at = now(), institution_id = $2::text::uuid
       where user_id = $1::text::uuid`,
      [scene.owner, scene.institution],
    );
    await database().query(
      `update nemus_logbook_entries set state = 'confirmed', confirmed_at = now(), confirmed_by = 'Ada Lehr',
         decided_role = 'leader' where user_id = $1::text::uuid`,
      [scene.owner],
    );
    const { steps } = one(
      await database().query(
        'select count(*)::int as steps from private.nemus_logbook_steps where user_id = $1::text::uuid',
        [scene.owner],
      ),
    );
    expect(steps).toBe(2190);
    expect(await found(scene.owner, 'select $1::text', [scene.owner])).toEqual([]);
    expect(
      await found(
        scene.owner,
        `update private.nemus_logbook_steps set actor_name = 'x' where user_id = $1::text::uuid and number = 1000`,
        [scene.owner],
      ),
    ).toEqual([[1000, 'changed']]);
  });
}
