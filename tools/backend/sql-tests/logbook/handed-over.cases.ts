import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { dayFrom } from '../scenes/days';
import { addConfirmer, addEntry, setLogbookScene, type LogbookScene } from '../scenes/logbook';
import { one, text } from '../scenes/rows';
import { addOutsider, claimFor, decisionRefused, HAND_OVER, submitTo, THIS_WEEK } from '../scenes/sign-off';

/** Open entries of a person who can no longer sign are handed over to another one, and the trainees are notified. */
export function handedOverCases(database: () => TestDatabase): void {
  let scene: LogbookScene;
  beforeEach(async () => {
    scene = await setLogbookScene(database());
  });
  const handOver = async (to: string, from = scene.confirmer.id, account = scene.institution) =>
    one(await ask(database(), signedIn(account), HAND_OVER, [from, to])).answer;
  const refused = (from: string, to: string | null, account = scene.institution) =>
    refusal(database(), signedIn(account), HAND_OVER, [from, to]);
  const end = (person = scene.confirmer.id) =>
    ask(database(), signedIn(scene.institution), 'select nemus_end_confirmer($1::text::uuid)', [person]);
  const news = (user: string) =>
    database().query(
      `select kind, facts from nemus_notifications where user_id = $1::text::uuid and kind like 'sign_off%'
       order by created_at, kind`,
      [user],
    );
  const stepsOf = (id: string) =>
    database().query(
      'select action, actor_id::text as actor from private.nemus_logbook_steps where entry_id = $1::text::uuid order by number',
      [id],
    );
  const weekEntries = async () =>
    (one(await ask(database(), signedIn(scene.owner), THIS_WEEK)).week as { readonly entries: readonly object[] })
      .entries;
  const decide = (account: string, id: string) => decisionRefused(database(), account, [id]);

  it('trainees are notified when a person leaves the list, and their week shows entries without a confirming person', async () => {
    await submitTo(database(), scene, scene.confirmer.id, { day: dayFrom() });
    await submitTo(database(), scene, scene.confirmer.id, { day: dayFrom(-14) });
    await end();
    expect(await news(scene.owner)).toEqual([
      { kind: 'sign_off_stranded', facts: { confirmer: 'Ada Lehr', entries: 2 } },
    ]);
    expect(await news(scene.stranger)).toEqual([]);
    const week = async () => one(await ask(database(), signedIn(scene.owner), THIS_WEEK)).week;
    expect(await week()).toMatchObject({
      entries: [{ state: 'submitted', is_stranded: true }],
      waiting: [{ state: 'submitted', count: 1 }],
    });
    expect(await handOver(scene.deputy.id)).toEqual({ handed_over: 2, left: 0 });
    expect(await week()).toMatchObject({ entries: [{ is_stranded: false }], waiting: [] });
  });

  it('trainees are notified, and see it, when a role no longer covers the day of their entries', async () => {
    await submitTo(database(), scene, scene.confirmer.id, { day: dayFrom() });
    await submitTo(database(), scene, scene.confirmer.id, { day: dayFrom(-14) });
    await submitTo(database(), scene, scene.confirmer.id, { day: dayFrom(), category: 'supervision' });
    const role = text(
      await database().query(
        `select id::text from nemus_confirmer_roles where confirmer_id = $1::text::uuid and role = 'leader'`,
        [scene.confirmer.id],
      ),
      'id',
    );
    const save = (until: string) =>
      ask(
        database(),
        signedIn(scene.institution),
        `select nemus_save_confirmer_role($1::text::uuid, 'leader', $2::text::date, $3::text::date, '', null, $4::text::uuid)`,
        [scene.confirmer.id, dayFrom(-365), until, role],
      );
    await save(dayFrom());
    expect(await news(scene.owner)).toEqual([]);
    for (const until of [dayFrom(-1), dayFrom(-2)]) await save(until);
    expect(await news(scene.owner)).toEqual([
      { kind: 'sign_off_stranded', facts: { confirmer: 'Ada Lehr', entries: 1 } },
    ]);
    const entries = await weekEntries();
    expect(entries).toHaveLength(2);
    expect(entries).toMatchObject([{ is_stranded: true }, { category: 'supervision', is_stranded: false }]);
    await database().query('delete from nemus_confirmer_roles where id = $1::text::uuid', [role]);
    expect((await news(scene.owner)).map(({ facts }) => facts)).toEqual([
      { confirmer: 'Ada Lehr', entries: 1 },
      { confirmer: 'Ada Lehr', entries: 1 },
    ]);
  });

  it('the other person confirms then, and the first one does not; both steps are in a sound chain', async () => {
    const id = await submitTo(database(), scene, scene.confirmer.id);
    expect(await handOver(scene.deputy.id)).toEqual({ handed_over: 1, left: 0 });
    expect(await decide(scene.confirmer.account, id)).toMatchObject({ hint: 'entry_not_found' });
    expect(await decide(scene.deputy.account, id)).toBeNull();
    expect(await stepsOf(id)).toEqual([
      { action: 'submit', actor: null },
      { action: 'hand_over', actor: scene.institution },
      { action: 'confirm', actor: scene.deputy.account },
    ]);
    const [entry] = await database().query(
      'select decided_as_deputy, confirmed_by from nemus_logbook_entries where id = $1::text::uuid',
      [id],
    );
    expect(entry).toEqual({ decided_as_deputy: false, confirmed_by: 'Ada Lehr' });
    expect(await database().query('select * from private.nemus_check_steps($1::text::uuid)', [scene.owner])).toEqual(
      [],
    );
    expect((await news(scene.owner)).map(({ kind }) => kind)).toContain('sign_off_handed_over');
    expect((await news(scene.deputy.account)).map(({ kind }) => kind)).toContain('sign_off_waiting');
  });

  it('only what the other person may confirm; the rest waits where it was', async () => {
    const supervisor = await addConfirmer(database(), scene.institution, ['supervision']);
    const practice = await submitTo(database(), scene, scene.confirmer.id);
    const supervision = await submitTo(database(), scene, scene.confirmer.id, { category: 'supervision' });
    expect(await handOver(supervisor.id)).toEqual({ handed_over: 1, left: 1 });
    const rows = await database().query(
      'select id::text, confirmer_id::text as who from nemus_logbook_entries where id in ($1::text::uuid, $2::text::uuid)',
      [practice, supervision],
    );
    expect(new Map(rows.map(({ id, who }) => [id, who]))).toEqual(
      new Map([
        [practice, scene.confirmer.id],
        [supervision, supervisor.id],
      ]),
    );
    // Own hours cannot be handed to oneself.
    const self = await addConfirmer(database(), scene.institution, ['leader']);
    await database().query('update nemus_confirmers set user_id = $2::text::uuid where id = $1::text::uuid', [
      self.id,
      scene.owner,
    ]);
    expect(await handOver(self.id)).toEqual({ handed_over: 0, left: 1 });
  });

  it('leaves drafts, and what was decided, as they are', async () => {
    for (const state of ['draft', 'returned', 'confirmed'] as const) await addEntry(database(), scene, state);
    expect(await handOver(scene.deputy.id)).toEqual({ handed_over: 0, left: 0 });
  });

  it('who has no account gets a link to what was handed over', async () => {
    const outsider = await addOutsider(database(), scene.institution);
    await submitTo(database(), scene, scene.confirmer.id);
    await handOver(outsider.id);
    expect(await claimFor(database(), outsider.email)).toMatchObject([{ kind: 'link', entries: 1 }]);
  });

  it('is for the institution of both alone, and for people on its list', async () => {
    const id = await submitTo(database(), scene, scene.confirmer.id);
    const other = await setLogbookScene(database());
    expect(await refused(scene.confirmer.id, scene.deputy.id, other.institution)).toMatchObject({
      hint: 'confirmer_not_found',
    });
    expect(await refused(scene.confirmer.id, other.deputy.id)).toMatchObject({ hint: 'confirmer_not_found' });
    for (const account of [scene.owner, scene.stranger, scene.deputy.account]) {
      expect(await refused(scene.confirmer.id, scene.deputy.id, account)).toMatchObject({
        hint: 'institution_required',
      });
    }
    expect((await refused(scene.confirmer.id, null))?.values).toEqual({ field: 'to', problem: 'missing' });
    expect((await refused(scene.confirmer.id, scene.confirmer.id))?.values).toEqual({ field: 'to', problem: 'choice' });
    await end(scene.deputy.id);
    expect(await refused(scene.confirmer.id, scene.deputy.id)).toMatchObject({ hint: 'confirmer_not_found' });
    // A trainee who left is no longer the institution's.
    await database().query('update nemus_trainees set user_id = null where id = $1::text::uuid', [scene.trainee]);
    const third = await addConfirmer(database(), scene.institution, ['leader']);
    expect(await handOver(third.id)).toEqual({ handed_over: 0, left: 1 });
    expect((await stepsOf(id)).map(({ action }) => action)).toEqual(['submit']);
  });
}
