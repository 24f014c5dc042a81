import { ANONYMOUS, ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { setLogbookScene } from '../scenes/logbook';
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
    // With a hash of its own, the next step no longer follows.
    expect(await found(owner, `${step} hash = repeat('a', 64) ${third}`, [owner])).toContainEqual([4, 'unlinked']);
    expect(await found(owner, `delete from private.nemus_logbook_steps ${third}`, [owner])).toContainEqual([
      4,
      'missing',
    ]);
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
    // The end of a chain that was cut off: what it confirmed stands alone.
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
}
