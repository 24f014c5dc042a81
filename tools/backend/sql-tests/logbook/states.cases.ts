import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { dayFrom } from '../scenes/days';
import {
  addEntry,
  CORRECT_ENTRY,
  DELETE_ENTRY,
  ENTRY_STATES,
  entryForm,
  SAVE_ENTRY,
  setLogbookScene,
  SUBMIT_ENTRIES,
  TAKE_BACK_ENTRY,
  type EntryState,
  type LogbookScene,
} from '../scenes/logbook';
import { one } from '../scenes/rows';
import { undone } from '../scenes/undone';

export const ACTIONS = [
  'read',
  'change',
  'delete',
  'submit',
  'take_back',
  'confirm',
  'return',
  'correct',
  'hand_over',
] as const;
export type EntryAction = (typeof ACTIONS)[number];
export const ROLES = ['owner', 'confirmer', 'deputy', 'institution', 'stranger'] as const;
export type EntryRole = (typeof ROLES)[number];

/**
 * Who may do what in which state, as the design defines it: unnamed cells are refused. The database's own table is
 * `private.nemus_logbook_actions`; both are written by hand, so that a mistake in one is found.
 */
// prettier-ignore
const ALLOWED: Readonly<Record<EntryState, Readonly<Record<EntryRole, readonly EntryAction[]>>>> = {
  draft: {
    owner: ['read', 'change', 'delete', 'submit'], confirmer: [], deputy: [], institution: [], stranger: [],
  },
  submitted: {
    owner: ['read', 'take_back'], confirmer: ['read', 'confirm', 'return'], deputy: ['read', 'confirm', 'return'],
    institution: ['read', 'hand_over'], stranger: [],
  },
  returned: {
    owner: ['read', 'change', 'delete', 'submit'], confirmer: ['read'], deputy: [], institution: ['read'], stranger: [],
  },
  confirmed: {
    owner: ['read', 'correct'], confirmer: ['read'], deputy: [], institution: ['read'], stranger: [],
  },
};

const accountOf = (scene: LogbookScene, role: EntryRole): string =>
  role === 'confirmer' || role === 'deputy' ? scene[role].account : scene[role];

/** Each cell of the table of states, roles and actions. */
export function logbookStateCases(database: () => TestDatabase): void {
  let scene: LogbookScene;
  beforeAll(async () => {
    scene = await setLogbookScene(database());
  });

  const cells = ENTRY_STATES.flatMap((state) => ROLES.map((role) => [state, role] as const));

  it.each(cells)('%s: what the %s may do by the table', async (state, role) => {
    const entry = await addEntry(database(), scene, state, { minutes: 15 });
    const allowed: string[] = [];
    await undone(database(), async (connection) => {
      await connection.query(`select set_config('request.jwt.claim.sub', $1, true)`, [accountOf(scene, role)]);
      for (const action of ACTIONS) {
        const answer = await connection.query(
          `select private.nemus_may_act(e, $2) as may from nemus_logbook_entries e where id = $1::text::uuid`,
          [entry, action],
        );
        if (one(answer).may === true) allowed.push(action);
      }
    });
    expect(allowed).toEqual(ALLOWED[state][role]);
  });

  it.each(cells)('%s: the %s sees the row exactly when the table says so', async (state, role) => {
    const entry = await addEntry(database(), scene, state, { minutes: 15 });
    const seen = await ask(
      database(),
      signedIn(accountOf(scene, role)),
      'select 1 from nemus_logbook_entries where id = $1::text::uuid',
      [entry],
    );
    expect(seen.length === 1).toBe(ALLOWED[state][role].includes('read'));
  });

  // Every action except reading, which is a row of the table, and handing over, which needs a person (handed-over.ts).
  const decide = 'select nemus_decide_entries($1::text::uuid[], $2, $3) as n';
  const calls: Readonly<
    Record<Exclude<EntryAction, 'read' | 'hand_over'>, readonly [string, (id: string) => readonly (string | null)[]]>
  > = {
    change: [
      SAVE_ENTRY,
      (id) => [JSON.stringify(entryForm({ id, revision: 1, done_on: dayFrom(-30), confirmer_id: scene.confirmer.id }))],
    ],
    delete: [DELETE_ENTRY, (id) => [id]],
    submit: [SUBMIT_ENTRIES, (id) => [`{${id}}`]],
    take_back: [TAKE_BACK_ENTRY, (id) => [id]],
    confirm: [decide, (id) => [`{${id}}`, 'confirm', null]],
    return: [decide, (id) => [`{${id}}`, 'return', 'Das Datum stimmt nicht.']],
    correct: [CORRECT_ENTRY, (id) => [id]],
  };

  it.each(cells)('%s: what the functions let the %s do', async (state, role) => {
    for (const action of ACTIONS) {
      if (action === 'read' || action === 'hand_over') continue;
      const [statement, parameters] = calls[action];
      const entry = await addEntry(database(), scene, state, { minutes: 5 });
      const found = await refusal(database(), signedIn(accountOf(scene, role)), statement, parameters(entry));
      const allowed = ALLOWED[state][role];
      const unseen = allowed.includes('read') ? 'entry_state' : 'entry_not_found';
      const keepsNone = role === 'institution' && (action === 'change' || action === 'submit');
      expect([action, found?.hint ?? null]).toEqual([
        action,
        allowed.includes(action) ? null : keepsNone ? 'trainee_required' : unseen,
      ]);
    }
  });
}
