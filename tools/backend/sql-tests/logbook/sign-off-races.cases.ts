import { ANONYMOUS, readRefusal, signedIn, type TestDatabase } from '../database/database';
import { freshAddress } from '../scenes/accounts';
import { dayFrom } from '../scenes/days';
import { signUpInstitution } from '../scenes/institutions';
import { addConfirmer, addEntry, setLogbookScene, TAKE_BACK_ENTRY, type LogbookScene } from '../scenes/logbook';
import { hints, race, won, type Racer } from '../scenes/races';
import { text } from '../scenes/rows';
import {
  addOutsider,
  claimFor,
  DECIDE_BY_LINK,
  DECIDE_ENTRIES,
  HAND_OVER,
  SAVE_ROLE,
  submitTo,
} from '../scenes/sign-off';

const decides = (account: string, ids: readonly string[], decision = 'confirm'): Racer => ({
  caller: signedIn(account),
  statement: DECIDE_ENTRIES,
  parameters: [`{${ids.join(',')}}`, decision, decision === 'return' ? 'Das Datum stimmt nicht.' : null],
});
const stateOf = async (database: TestDatabase, id: string) =>
  text(await database.query('select state from nemus_logbook_entries where id = $1::text::uuid', [id]), 'state');
/** Steps of an entry; each of them belongs to one change that stayed. */
const stepsOf = async (database: TestDatabase, id: string) =>
  (
    await database.query(
      'select action from private.nemus_logbook_steps where entry_id = $1::text::uuid order by number',
      [id],
    )
  ).map(({ action }) => action);
const ROUNDS = 6;

/** Concurrent decisions on entries. */
export function signOffRaceCases(database: () => TestDatabase): void {
  const sound = async (scene: LogbookScene) =>
    expect(await database().query('select * from private.nemus_check_steps($1::text::uuid)', [scene.owner])).toEqual(
      [],
    );

  it('of two who decide at the same moment one does, and the other reads so', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const scene = await setLogbookScene(database());
      const ids = [await addEntry(database(), scene, 'submitted'), await addEntry(database(), scene, 'submitted')];
      const finishes = await race(database(), [
        decides(scene.confirmer.account, ids),
        decides(scene.deputy.account, ids.toReversed(), round % 2 === 0 ? 'confirm' : 'return'),
      ]);
      expect(won(finishes)).toHaveLength(1);
      // A deputy sees an entry no more once it is decided.
      for (const hint of hints(finishes)) expect(['entry_state', 'entry_not_found']).toContain(hint);
      const states = await Promise.all(ids.map((id) => stateOf(database(), id)));
      expect(new Set(states).size).toBe(1);
      expect(await stepsOf(database(), ids[0] ?? '')).toHaveLength(1);
      await sound(scene);
    }
  });

  it('what is handed over while it is confirmed, or twice, goes one way', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const scene = await setLogbookScene(database());
      const [one, other] = [
        await addConfirmer(database(), scene.institution, ['leader']),
        await addConfirmer(database(), scene.institution, ['leader']),
      ];
      const id = await addEntry(database(), scene, 'submitted');
      const handsOver = (to: string): Racer => ({
        caller: signedIn(scene.institution),
        statement: HAND_OVER,
        parameters: [scene.confirmer.id, to],
      });
      const finishes = await race(database(), [
        decides(scene.confirmer.account, [id]),
        handsOver(one.id),
        handsOver(other.id),
      ]);
      // A handover always ends, and finds nothing when another one was faster.
      expect(won(finishes).length).toBeGreaterThanOrEqual(2);
      for (const hint of hints(finishes)) expect(hint).toBe('entry_not_found');
      const state = await stateOf(database(), id);
      expect(await stepsOf(database(), id)).toEqual([state === 'confirmed' ? 'confirm' : 'hand_over']);
      await sound(scene);
    }
  });

  it('what is taken back while it is confirmed is one of both', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const scene = await setLogbookScene(database());
      const id = await addEntry(database(), scene, 'submitted');
      const finishes = await race(database(), [
        decides(scene.confirmer.account, [id]),
        {
          caller: signedIn(scene.owner),
          statement: TAKE_BACK_ENTRY,
          parameters: [id],
        },
      ]);
      expect(won(finishes)).toHaveLength(1);
      for (const hint of hints(finishes)) expect(['entry_state', 'entry_not_found']).toContain(hint);
      const state = await stateOf(database(), id);
      expect(await stepsOf(database(), id)).toEqual([state === 'confirmed' ? 'confirm' : 'take_back']);
      await sound(scene);
    }
  });

  it('a person who is taken off the list while confirming has confirmed before, or not at all', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const scene = await setLogbookScene(database());
      const id = await addEntry(database(), scene, 'submitted');
      const [decided, ended] = await race(database(), [
        decides(scene.confirmer.account, [id]),
        {
          caller: signedIn(scene.institution),
          statement: 'select nemus_end_confirmer($1::text::uuid) as open',
          parameters: [scene.confirmer.id],
        },
      ]);
      const confirmed = decided !== undefined && 'rows' in decided;
      expect(await stateOf(database(), id)).toBe(confirmed ? 'confirmed' : 'submitted');
      expect(decided).toMatchObject(confirmed ? { rows: [{ decided: 1 }] } : { hint: 'entry_not_found' });
      expect(ended).toMatchObject({ rows: [{}] });
    }
  });

  it('two roles that must not meet never do, though two institutions give them', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const scene = await setLogbookScene(database());
      const elsewhere = await signUpInstitution(database());
      await database().query(
        `insert into nemus_trainees (institution_id, first_name, last_name, email, user_id, linked_at)
         values ($1::text::uuid, 'Eva', 'Test', $2, $3::text::uuid, now())`,
        [elsewhere, freshAddress(), scene.owner],
      );
      const email = freshAddress('lehr');
      const named = (institution: string) =>
        database().query(
          `insert into nemus_confirmers (institution_id, name, email) values ($1::text::uuid, 'Ada Lehr', $2)
           returning id::text`,
          [institution, email],
        );
      const gives = async (institution: string, role: string): Promise<Racer> => ({
        caller: signedIn(institution),
        statement: SAVE_ROLE,
        parameters: [text(await named(institution), 'id'), role, dayFrom(), null, null],
      });
      const finishes = await race(database(), [
        await gives(scene.institution, 'leader'),
        await gives(elsewhere, 'self_experience'),
      ]);
      expect([won(finishes).length, hints(finishes)]).toEqual([1, new Set(['forbidden_pair'])]);
    }
  });

  it('nor do they past the functions', async () => {
    const scene = await setLogbookScene(database());
    const person = await addConfirmer(database(), scene.institution, []);
    const { connect } = database();
    if (!connect) throw new Error('Races need real connections.');
    const [one, other] = [await connect(), await connect()];
    const insert = `insert into nemus_confirmer_roles (confirmer_id, institution_id, role, valid_from)
      values ($1::text::uuid, $2::text::uuid, $3, current_date)`;
    await one.query('begin');
    await one.query(insert, [person.id, scene.institution, 'leader']);
    let answer: string | null = null;
    const second = other.query(insert, [person.id, scene.institution, 'self_experience']).then(
      () => {
        answer = 'both';
      },
      (error: unknown) => {
        answer = readRefusal(error).hint;
      },
    );
    // The second waits for the first, and sees its row then.
    const waits = `select count(*)::text as n from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    while (answer === null && text(await database().query(waits), 'n') === '0') {
      // Asks again: a query to the server takes its time, so this does not spin.
    }
    await one.query('commit');
    await second;
    expect(answer).toBe('forbidden_pair');
    await Promise.all([one.close(), other.close()]);
  });

  it('leading and self-experience of one trainee are not confirmed by one person at the same moment', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const scene = await setLogbookScene(database());
      const both = await addConfirmer(database(), scene.institution, ['leader'], {
        from: dayFrom(-90),
        until: dayFrom(-50),
      });
      await database().query(
        `insert into nemus_confirmer_roles (confirmer_id, institution_id, role, valid_from)
         values ($1::text::uuid, $2::text::uuid, 'self_experience', $3::text::date)`,
        [both.id, scene.institution, dayFrom(-40)],
      );
      const of = { ...scene, confirmer: both };
      const led = await addEntry(database(), of, 'submitted', { day: dayFrom(-60) });
      const self = await addEntry(database(), of, 'submitted', { category: 'self_experience', day: dayFrom(-30) });
      const finishes = await race(database(), [decides(both.account, [led]), decides(both.account, [self])]);
      expect([won(finishes).length, hints(finishes)]).toEqual([1, new Set(['forbidden_pair'])]);
    }
  });

  it('entries of many trainees in any order never deadlock', async () => {
    const scene = await setLogbookScene(database());
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) {
      const owner = n % 2 === 0 ? scene.owner : scene.stranger;
      ids.push(await addEntry(database(), { ...scene, owner }, 'submitted'));
    }
    const finishes = await race(database(), [
      decides(scene.confirmer.account, ids),
      decides(scene.deputy.account, ids.toReversed()),
      decides(scene.confirmer.account, [...ids.slice(3), ...ids.slice(0, 3)]),
      decides(scene.deputy.account, ids.slice(1, 4), 'return'),
    ]);
    for (const hint of hints(finishes)) expect(['entry_state', 'entry_not_found']).toContain(hint);
    expect(won(finishes)).toHaveLength(1);
  });

  it('a link decides once, for any number of clicks', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const scene = await setLogbookScene(database());
      const person = await addOutsider(database(), scene.institution);
      const ids = [await submitTo(database(), scene, person.id), await submitTo(database(), scene, person.id)];
      const [letter] = await claimFor(database(), person.email);
      const clicks = (id: string | undefined, decision: string): Racer => ({
        caller: ANONYMOUS,
        statement: DECIDE_BY_LINK,
        parameters: [letter?.token, `{${id}}`, decision, 'Grund'],
      });
      const finishes = await race(database(), [
        clicks(ids[0], 'confirm'),
        clicks(ids[1], 'return'),
        clicks(ids[0], 'return'),
      ]);
      expect([won(finishes).length, hints(finishes)]).toEqual([1, new Set(['sign_off_link_invalid'])]);
    }
  });
}
