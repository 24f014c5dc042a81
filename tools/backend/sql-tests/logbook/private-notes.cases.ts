import { ANONYMOUS, ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { freshAddress, signUp } from '../scenes/accounts';
import { dayFrom } from '../scenes/days';
import { addConfirmer, setLogbookScene, type LogbookScene } from '../scenes/logbook';
import { one } from '../scenes/rows';
import { addOutsider, claimFor, decide, DECIDE_BY_LINK, HAND_OVER, submitTo } from '../scenes/sign-off';

const NOTE = 'Nur für meine Selbsterfahrung';
const READ = 'select note from nemus_logbook_entries where id = $1::text::uuid';
const HISTORY = 'select nemus_sign_off_history($1::text::uuid) as steps';
const INBOX = 'select nemus_sign_off_inbox() as inbox';

/** Notes on self-experience stay between the trainee and the confirmer. */
export function privateNoteCases(database: () => TestDatabase): void {
  let scene: LogbookScene;
  let guide: { readonly id: string; readonly account: string };
  beforeEach(async () => {
    scene = await setLogbookScene(database());
    guide = await addConfirmer(database(), scene.institution, ['self_experience']);
  });

  const submitted = async (confirmer: string, category = 'self_experience') => {
    const id = await submitTo(database(), scene, confirmer);
    await database().query('update nemus_logbook_entries set category = $2, note = $3 where id = $1::text::uuid', [
      id,
      category,
      NOTE,
    ]);
    return id;
  };
  const reads = async (account: string, id: string) =>
    (await ask(database(), signedIn(account), READ, [id])).some(({ note }) => note === NOTE);
  const inbox = async (account: string) => JSON.stringify(one(await ask(database(), signedIn(account), INBOX)).inbox);
  const setEmail = (id: string, email: string) =>
    database().query('update nemus_confirmers set email = $2 where id = $1::text::uuid', [id, email]);

  it('are read by the trainee and the confirmer, before and after the confirmation', async () => {
    const id = await submitted(guide.id);
    const other = await submitted(scene.confirmer.id, 'practice');
    for (const step of ['submitted', 'confirmed']) {
      if (step === 'confirmed') await decide(database(), guide.account, [id]);
      expect(await reads(scene.owner, id)).toBe(true);
      expect(await reads(guide.account, id)).toBe(true);
      expect(await reads(scene.institution, id)).toBe(false);
      expect(await reads(scene.institution, other)).toBe(true);
    }
    const trainee = one(
      await ask(database(), signedIn(scene.institution), 'select nemus_site_package($1::text::uuid) as package', [
        scene.trainee,
      ]),
    ).package;
    expect(trainee).toMatchObject({ entries: [{ category: 'self_experience', note: '' }] });
    const own = one(await ask(database(), signedIn(scene.owner), 'select nemus_site_package() as package')).package;
    expect(own).toMatchObject({ entries: [{ note: NOTE }] });
  });

  it('and notes of any kind are read no longer than a person confirms for the institution', async () => {
    const [own, deputised] = [
      await submitted(scene.confirmer.id, 'practice'),
      await submitted(scene.confirmer.id, 'practice'),
    ];
    await decide(database(), scene.confirmer.account, [own]);
    await decide(database(), scene.deputy.account, [deputised]);
    expect([await reads(scene.confirmer.account, own), await reads(scene.deputy.account, deputised)]).toEqual([
      true,
      true,
    ]);
    await database().query(
      `update nemus_confirmer_deputies set valid_from = $2::text::date, valid_until = $2::text::date
       where deputy_id = $1::text::uuid`,
      [scene.deputy.id, dayFrom(-1)],
    );
    expect(await reads(scene.deputy.account, deputised)).toBe(false);
    await ask(database(), signedIn(scene.institution), 'select nemus_end_confirmer($1::text::uuid)', [
      scene.confirmer.id,
    ]);
    expect(await reads(scene.confirmer.account, own)).toBe(false);
    // What they decided stays in their list, which has no notes.
    for (const account of [scene.confirmer.account, scene.deputy.account]) {
      const { found } = one(await ask(database(), signedIn(account), 'select nemus_my_decisions() as found'));
      expect(found).toMatchObject({ total: 1 });
    }
  });

  it('are not read by a deputy, whom the institution names', async () => {
    const id = await submitted(guide.id);
    await database().query(
      `insert into nemus_confirmer_deputies (institution_id, confirmer_id, deputy_id, valid_from, valid_until)
       values ($1::text::uuid, $2::text::uuid, $3::text::uuid, $4::text::date, $4::text::date)`,
      [scene.institution, guide.id, scene.deputy.id, dayFrom()],
    );
    expect(await reads(scene.deputy.account, id)).toBe(false);
    expect(await inbox(scene.deputy.account)).toContain(id);
    expect(await inbox(scene.deputy.account)).not.toContain(NOTE);
    expect(await inbox(guide.account)).toContain(NOTE);
  });

  it('nor is the reason for which such an entry was returned, by anyone but the trainee and who wrote it', async () => {
    const id = await submitted(guide.id);
    const reason = 'Bitte den Traum nicht so genau beschreiben.';
    await decide(database(), guide.account, [id], 'return', reason);
    const shown = async (account: string) =>
      JSON.stringify(one(await ask(database(), signedIn(account), HISTORY, [id])).steps);
    expect(await shown(scene.owner)).toContain(reason);
    expect(await shown(guide.account)).toContain(reason);
    expect(await shown(scene.institution)).not.toContain(reason);
    // Nor after the next submission, by its confirmer.
    await database().query(
      `update nemus_logbook_entries set state = 'submitted', submitted_at = now(), category = 'practice', note = '',
         confirmer_id = $2::text::uuid where id = $1::text::uuid`,
      [id, scene.confirmer.id],
    );
    for (const account of [scene.institution, scene.confirmer.account, scene.deputy.account]) {
      expect(await shown(account)).toContain('return');
      expect(await shown(account)).not.toContain(reason);
    }
    expect(await shown(scene.owner)).toContain(reason);
  });

  it('do not move with a hand-over: the trainee takes such an entry back', async () => {
    const id = await submitted(guide.id);
    const plain = await submitted(guide.id);
    await database().query(`update nemus_logbook_entries set note = '' where id = $1::text::uuid`, [plain]);
    const next = await addConfirmer(database(), scene.institution, ['self_experience']);
    const answer = one(await ask(database(), signedIn(scene.institution), HAND_OVER, [guide.id, next.id])).answer;
    expect(answer).toEqual({ handed_over: 1, left: 1 });
    expect(await reads(next.account, id)).toBe(false);
  });

  it('are not read with an address that the institution set after the submission', async () => {
    const person = await addOutsider(database(), scene.institution);
    await database().query(
      `update nemus_confirmer_roles set role = 'self_experience' where confirmer_id = $1::text::uuid and role = 'leader'`,
      [person.id],
    );
    const page = async (email: string) => {
      const [letter] = await claimFor(database(), email);
      const [found] = await ask(database(), ANONYMOUS, 'select nemus_sign_off_page($1) as page', [letter?.token ?? '']);
      return JSON.stringify(found?.page);
    };
    const id = await submitted(person.id);
    expect(await page(person.email)).toContain(NOTE);
    const email = freshAddress('verwaltung');
    await setEmail(person.id, email);
    const shown = await page(email);
    expect(shown).toContain(id);
    expect(shown).not.toContain(NOTE);
    // Nor by an account with that address.
    const account = await signUp(database(), { email });
    await ask(database(), signedIn(account), 'select nemus_accept_confirming($1::text::uuid)', [person.id]);
    expect(await reads(account, id)).toBe(false);
    expect(await inbox(account)).toContain(id);
    expect(await inbox(account)).not.toContain(NOTE);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])(
    'decided by link, with the entry, are read by an account of that address alone (the same: %s)',
    async (isSame, found) => {
      const person = await addOutsider(database(), scene.institution);
      const ids = [await submitted(person.id, 'practice'), await submitted(person.id, 'practice')];
      const [letter] = await claimFor(database(), person.email);
      await ask(database(), ANONYMOUS, DECIDE_BY_LINK, [letter?.token ?? '', `{${ids.join()}}`, 'confirm', null]);
      await ask(database(), signedIn(scene.owner), 'select nemus_leave_institution($1::text::uuid)', [scene.trainee]);
      const email = isSame ? person.email : freshAddress('nachfolge');
      if (!isSame) await setEmail(person.id, email);
      const account = await signUp(database(), { email });
      await ask(database(), signedIn(account), 'select nemus_accept_confirming($1::text::uuid)', [person.id]);
      for (const id of ids) {
        expect(await ask(database(), signedIn(account), READ, [id])).toHaveLength(found);
        expect(await refusal(database(), signedIn(account), HISTORY, [id])).toEqual(
          isSame ? null : expect.objectContaining({ hint: 'entry_not_found' }),
        );
      }
      const { list } = one(await ask(database(), signedIn(account), 'select nemus_my_decisions() as list'));
      expect(list).toMatchObject({ total: found * ids.length });
    },
  );

  it('are not read at the named address once the account is gone, which may have left that mailbox', async () => {
    const id = await submitted(guide.id);
    const email = String(
      one(await database().query('select email from nemus_confirmers where id = $1::text::uuid', [guide.id])).email,
    );
    await database().query('update auth.users set email = $2 where id = $1::text::uuid', [
      guide.account,
      freshAddress('privat'),
    ]);
    expect(await reads(guide.account, id)).toBe(true);
    await database().query('delete from auth.users where id = $1::text::uuid', [guide.account]);
    // The person is off the list (handed-over), so that no link goes there at all.
    expect(await claimFor(database(), email)).toEqual([]);
    const [person] = await database().query(
      "select address_since > now() - interval '1 minute' as since from nemus_confirmers where id = $1::text::uuid",
      [guide.id],
    );
    expect(person?.since).toBe(true);
    expect(await reads(scene.institution, id)).toBe(false);
  });
}
