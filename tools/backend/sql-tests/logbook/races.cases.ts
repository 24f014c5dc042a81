import { ANONYMOUS, ask, become, signedIn, type TestDatabase } from '../database/database';
import { dayFrom } from '../scenes/days';
import {
  addEntry,
  addFile,
  certificateForm,
  CORRECT_ENTRY,
  DELETE_ENTRY,
  entryForm,
  SAVE_ENTRY,
  setLogbookScene,
  SUBMIT_ENTRIES,
  type LogbookScene,
} from '../scenes/logbook';
import { connectAll, hints, race, won } from '../scenes/races';
import { one, text } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';
import { linkTrainee } from '../scenes/trainees';

const ROUNDS = 6;

/** Concurrent changes of entries. */
export function entryRaceCases(database: () => TestDatabase): void {
  let scene: LogbookScene;
  let owner: string;
  beforeEach(async () => {
    scene = await setLogbookScene(database());
    ({ account: owner } = await linkTrainee(database(), scene.institution));
  });
  const saves = (fields: Readonly<Record<string, unknown>>) => ({
    caller: signedIn(owner),
    statement: SAVE_ENTRY,
    parameters: [JSON.stringify(fields)],
  });
  const does = (statement: string, parameter: string) => ({
    caller: signedIn(owner),
    statement,
    parameters: [parameter],
  });
  const rowsOf = (id: string) =>
    database().query('select state, minutes, revision from nemus_logbook_entries where id = $1::text::uuid', [id]);

  it('a draft that two tabs upload at once is one entry', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const entry = entryForm({ done_on: dayFrom(-round) });
      expect(won(await race(database(), [saves(entry), saves(entry), saves(entry), saves(entry)]))).toHaveLength(4);
      expect(await rowsOf(entry.id)).toEqual([{ state: 'draft', minutes: 45, revision: 1 }]);
    }
  });

  it('of two different changes of the same entry one is kept, and the other is told so', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const entry = entryForm({ done_on: dayFrom(-round) });
      await ask(database(), signedIn(owner), SAVE_ENTRY, [JSON.stringify(entry)]);
      const finishes = await race(database(), [
        saves({ ...entry, revision: 1, minutes: 90 }),
        saves({ ...entry, revision: 1, minutes: 135 }),
      ]);
      expect([won(finishes).length, hints(finishes)]).toEqual([1, new Set(['entry_changed'])]);
      expect(one(await rowsOf(entry.id)).revision).toBe(2);
    }
  });

  it('a day is not made longer than 24 hours by two tabs', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const day = { done_on: dayFrom(-round), minutes: 800 };
      const finishes = await race(database(), [saves(entryForm(day)), saves(entryForm(day)), saves(entryForm(day))]);
      expect([won(finishes).length, hints(finishes)]).toEqual([1, new Set(['invalid_field'])]);
    }
  });

  it('an entry that is submitted while it is deleted is one of both', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await addEntry(database(), { ...scene, owner }, 'draft', { day: dayFrom(-round) });
      const finishes = await race(database(), [does(SUBMIT_ENTRIES, `{${id}}`), does(DELETE_ENTRY, id)]);
      expect(won(finishes)).toHaveLength(1);
      const [row] = await rowsOf(id);
      expect([...hints(finishes)]).toEqual([row === undefined ? 'entry_not_found' : 'entry_state']);
      expect(row?.state).toBe(row === undefined ? undefined : 'submitted');
    }
  });

  it('what is submitted is what was read: a change beside it is before it or refused', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await addEntry(database(), { ...scene, owner }, 'draft', { day: dayFrom(-round) });
      const change = entryForm({
        id,
        revision: 1,
        minutes: 135,
        done_on: dayFrom(-round),
        confirmer_id: scene.confirmer.id,
      });
      const finishes = await race(database(), [does(SUBMIT_ENTRIES, `{${id}}`), saves(change)]);
      const row = one(await rowsOf(id));
      expect(row).toEqual(
        won(finishes).length === 2
          ? { state: 'submitted', minutes: 135, revision: 3 }
          : { state: 'submitted', minutes: 90, revision: 2 },
      );
      expect([...hints(finishes)].every((hint) => hint === 'entry_state')).toBe(true);
    }
  });

  it('weeks that overlap and are submitted at once never wait for each other for ever', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const ids: string[] = [];
      for (let n = 0; n < 5; n += 1) {
        ids.push(await addEntry(database(), { ...scene, owner }, 'draft', { day: dayFrom(-n), minutes: 5 }));
      }
      const finishes = await race(database(), [
        does(SUBMIT_ENTRIES, `{${ids.join(',')}}`),
        does(SUBMIT_ENTRIES, `{${ids.toReversed().join(',')}}`),
      ]);
      expect([won(finishes).length, hints(finishes)]).toEqual([1, new Set(['entry_state'])]);
    }
  });

  it('two clicks on "correct" make one correction', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await addEntry(database(), { ...scene, owner }, 'confirmed', { day: dayFrom(-round) });
      const finishes = await race(database(), [
        does(CORRECT_ENTRY, id),
        does(CORRECT_ENTRY, id),
        does(CORRECT_ENTRY, id),
      ]);
      expect(won(finishes)).toHaveLength(3);
      const made = new Set(finishes.flatMap((finish) => ('rows' in finish ? [String(one(finish.rows).id)] : [])));
      expect(made.size).toBe(1);
    }
  });

  it('a file that an entry names while unused ones are cleared is kept', async () => {
    const file = await addFile(database(), owner);
    await database().query(
      `update nemus_logbook_files set created_at = now() - interval '2 days' where id = $1::text::uuid`,
      [file.id],
    );
    const [saver, clearer] = await connectAll(database(), 2);
    if (!saver || !clearer) throw new Error('Two connections are needed.');
    await saver.query('begin');
    await become(saver, signedIn(owner));
    await saver.query(SAVE_ENTRY, [JSON.stringify(certificateForm(file.id))]);
    // Sees no entry yet, and waits for the file.
    const clearing = clearer.query(`select path from nemus_abandoned_uploads() where bucket = 'logbook'`);
    const waiting = `select count(*)::int as n from pg_locks where locktype = 'transactionid' and not granted`;
    while (Number(one(await database().query(waiting)).n) === 0);
    await saver.query('commit');
    expect((await clearing).map(({ path }) => path)).not.toContain(file.path);
    await Promise.all([saver.close(), clearer.close()]);
  });

  it.each([
    ['before', { holder: 'Mira Neu', renamed: false }],
    ['after', { holder: 'Ada Test', renamed: true }],
  ] as const)(
    'a name that is accepted just %s a paper is printed is on it, or its check reports the change',
    async (order, expected) => {
      const staff = await hireStaff(database(), ['people']);
      await database().query(
        `update nemus_profiles set first_name = 'Ada', last_name = 'Test' where user_id = $1::text::uuid`,
        [owner],
      );
      const request = `select nemus_request_name('Mira', 'Neu', 'Heirat')::text as id`;
      const id = text(await ask(database(), signedIn(owner), request), 'id');
      const [printer, decider] = await connectAll(database(), 2);
      if (!printer || !decider) throw new Error('Two connections are needed.');
      const print = async () => text(await printer.query(`select nemus_issue_logbook_paper() ->> 'number' as n`), 'n');
      const decide = () => decider.query('select nemus_decide_name_request($1::text::uuid, true)', [id]);
      const begin = async (connection: typeof printer, account: string) => {
        await connection.query('begin');
        await become(connection, signedIn(account));
      };
      const waiting = `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted`;
      const untilWaiting = async () => {
        while (Number(one(await database().query(waiting)).n) === 0);
      };
      // The transaction that began first is the second to take the logbook.
      let number: string;
      if (order === 'before') {
        await begin(printer, owner);
        await begin(decider, staff);
        await decide();
        const printed = print();
        await untilWaiting();
        await decider.query('commit');
        number = await printed;
        await printer.query('commit');
      } else {
        await begin(decider, staff);
        await begin(printer, owner);
        number = await print();
        const decided = decide();
        await untilWaiting();
        await printer.query('commit');
        await decided;
        await decider.query('commit');
      }
      await Promise.all([printer.close(), decider.close()]);
      const verify = 'select nemus_verify_certificate($1) as verdict';
      const { verdict } = one(await ask(database(), ANONYMOUS, verify, [number]));
      expect(verdict).toMatchObject({ renamed: expected.renamed, certificate: { holder: expected.holder } });
    },
  );
}
