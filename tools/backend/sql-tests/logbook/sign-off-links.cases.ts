import { ANONYMOUS, ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { freshAddress } from '../scenes/accounts';
import { dayFrom } from '../scenes/days';
import {
  addConfirmer,
  addEntry,
  setLogbookScene,
  SUBMIT_ENTRIES,
  TAKE_BACK_ENTRY,
  type LogbookScene,
} from '../scenes/logbook';
import { one, text } from '../scenes/rows';
import {
  addOutsider,
  CLAIM_SIGN_OFF_LETTERS,
  claimFor,
  DECIDE_BY_LINK,
  DECIDE_ENTRIES,
  NOTE_SIGN_OFF_LETTER,
  submitTo,
  type SignOffLetter,
} from '../scenes/sign-off';
import { undone } from '../scenes/undone';

const PAGE = 'select nemus_sign_off_page($1) as page';
const REMIND = 'select private.nemus_remind_confirmers() as n';

/** Confirming by a link, and the mails that carry it. */
export function signOffLinkCases(database: () => TestDatabase): void {
  let scene: LogbookScene;
  let person: { readonly id: string; readonly email: string };
  beforeEach(async () => {
    scene = await setLogbookScene(database());
    person = await addOutsider(database(), scene.institution);
  });

  const claim = async (email = person.email) => claimFor(database(), email);
  const claimOne = async (): Promise<SignOffLetter> => {
    const [letter] = await claim();
    if (!letter) throw new Error('There is no letter.');
    return letter;
  };
  const look = async (token: string, caller = ANONYMOUS) => one(await ask(database(), caller, PAGE, [token])).page;
  const byLink = (token: string, ids: readonly string[], decision = 'confirm', reason: string | null = null) =>
    ask(database(), ANONYMOUS, DECIDE_BY_LINK, [token, `{${ids.join(',')}}`, decision, reason]);
  const refused = (token: string, ids: readonly string[], decision = 'confirm', caller = ANONYMOUS) =>
    refusal(database(), caller, DECIDE_BY_LINK, [token, `{${ids.join(',')}}`, decision, 'Grund']);
  const stateOf = async (id: string) =>
    text(await database().query('select state from nemus_logbook_entries where id = $1::text::uuid', [id]), 'state');
  const letPass = async (interval: string) => {
    await database().query(
      `update private.nemus_sign_off_letters set sent_at = sent_at - $1::text::interval,
         due_at = due_at - $1::text::interval`,
      [interval],
    );
    await database().query(
      `update nemus_logbook_entries set submitted_at = submitted_at - $1::text::interval where state = 'submitted'`,
      [interval],
    );
  };

  it('many entries of a day are one mail, with weeks and number and no note', async () => {
    for (const days of [-1, -2, -8]) await submitTo(database(), scene, person.id, { day: dayFrom(days) });
    await database().query(`update nemus_logbook_entries set note = 'Geheim' where confirmer_id = $1::text::uuid`, [
      person.id,
    ]);
    const letters = await claim();
    expect(letters).toMatchObject([
      { kind: 'link', entries: 3, trainee: 'Eva Test', name: 'Ada Lehr', institution: 'Ambulanz am Park' },
    ]);
    expect(JSON.stringify(letters)).not.toContain('Geheim');
    expect(letters[0]?.token).toMatch(/^[0-9a-f]{64}$/);
    const stored = await database().query('select token_hash from private.nemus_sign_off_links');
    expect(JSON.stringify(stored)).not.toContain(letters[0]?.token);
    // The next mail about the same trainee is due a day later.
    await submitTo(database(), scene, person.id);
    expect(await claim()).toEqual([]);
    await letPass('25 hours');
    expect(await claim()).toMatchObject([{ entries: 4 }]);
  });

  it('who has an account gets no link', async () => {
    await submitTo(database(), scene, scene.confirmer.id);
    const address = text(
      await database().query('select email from nemus_confirmers where id = $1::text::uuid', [scene.confirmer.id]),
      'email',
    );
    expect(await claim(address)).toEqual([]);
  });

  it('shows its content to the holder of the token, without side effects', async () => {
    const id = await submitTo(database(), scene, person.id);
    const { token } = await claimOne();
    for (let n = 0; n < 2; n += 1) {
      expect(await look(token)).toMatchObject({ name: 'Ada Lehr', trainee: 'Eva Test', entries: [{ id }] });
    }
    expect(await stateOf(id)).toBe('submitted');
    for (const wrong of ['', 'x', token.slice(1), token.toUpperCase(), `${token} `]) {
      expect(await look(wrong)).toBeNull();
      expect(await refused(wrong, [id])).toMatchObject({ code: 'PT404', hint: 'sign_off_link_invalid' });
    }
  });

  it('confirms once, in the name of the person, without naming an account', async () => {
    const [one_, two] = [await submitTo(database(), scene, person.id), await submitTo(database(), scene, person.id)];
    const { token } = await claimOne();
    const caller = signedIn(scene.stranger);
    const answer = one(
      await ask(database(), caller, DECIDE_BY_LINK, [token, `{${one_},${two}}`, 'confirm', null]),
    ).answer;
    expect(answer).toEqual({ decided: 2, open: 0 });
    expect([await stateOf(one_), await stateOf(two)]).toEqual(['confirmed', 'confirmed']);
    const steps = await database().query(
      `select actor_id, actor_name from private.nemus_logbook_steps where entry_id = $1::text::uuid and action = 'confirm'`,
      [one_],
    );
    expect(steps).toEqual([{ actor_id: null, actor_name: 'Ada Lehr' }]);
    expect(await look(token)).toBeNull();
    expect(await refused(token, [one_])).toMatchObject({ hint: 'sign_off_link_invalid' });
    expect(await claim()).toEqual([]);
  });

  it('what a decision leaves open gets a new link at once', async () => {
    const [first, second] = [
      await submitTo(database(), scene, person.id),
      await submitTo(database(), scene, person.id),
    ];
    const { token } = await claimOne();
    const answer = one(await byLink(token, [first], 'return', 'Das Datum stimmt nicht.')).answer;
    expect(answer).toEqual({ decided: 1, open: 1 });
    const next = await claimOne();
    expect(next).toMatchObject({ entries: 1 });
    expect(next.token).not.toBe(token);
    expect(await refused(token, [second])).toMatchObject({ hint: 'sign_off_link_invalid' });
    await byLink(next.token, [second]);
    expect([await stateOf(first), await stateOf(second)]).toEqual(['returned', 'confirmed']);
  });

  it('a refused decision uses nothing up', async () => {
    const id = await submitTo(database(), scene, person.id);
    const { token } = await claimOne();
    expect(await refused(token, ['00000000-0000-4000-8000-000000000000'])).toMatchObject({ hint: 'entry_not_found' });
    expect(await refused(token, [id], 'delete')).toMatchObject({ hint: 'invalid_request' });
    expect(await look(token)).not.toBeNull();
  });

  it('confirms what its page showed alone', async () => {
    const DECIDE_SHOWN = `select nemus_decide_by_link($1, $2::text::uuid[], 'confirm', null, $3::text::timestamptz[]) as answer`;
    const id = await submitTo(database(), scene, person.id);
    const { token } = await claimOne();
    const seen = async () => {
      const { entries } = (await look(token)) as { entries: readonly { submitted_at: string }[] };
      return `{${entries.map(({ submitted_at: at }) => at).join()}}`;
    };
    const before = await seen();
    await ask(database(), signedIn(scene.owner), TAKE_BACK_ENTRY, [id]);
    await database().query('update nemus_logbook_entries set minutes = 600 where id = $1::text::uuid', [id]);
    await ask(database(), signedIn(scene.owner), SUBMIT_ENTRIES, [`{${id}}`]);
    expect(await refusal(database(), ANONYMOUS, DECIDE_SHOWN, [token, `{${id}}`, before])).toMatchObject({
      hint: 'entry_resubmitted',
    });
    expect(await refusal(database(), ANONYMOUS, DECIDE_SHOWN, [token, `{${id}}`, await seen()])).toBeNull();
  });

  it('is for this person’s entries of this trainee alone', async () => {
    await submitTo(database(), scene, person.id);
    const { token } = await claimOne();
    const foreign = [
      await submitTo(database(), scene, scene.confirmer.id),
      await submitTo(database(), { ...scene, owner: scene.stranger }, person.id),
      await addEntry(database(), { ...scene, confirmer: { ...scene.confirmer, id: person.id } }, 'draft'),
    ];
    for (const id of foreign) expect(await refused(token, [id])).toMatchObject({ hint: 'entry_not_found' });
    expect(await Promise.all(foreign.map(stateOf))).toEqual(['submitted', 'submitted', 'draft']);
  });

  it('is not for the trainee, who may have it in the own mailbox', async () => {
    const id = await submitTo(database(), scene, person.id);
    const { token } = await claimOne();
    expect(await refused(token, [id], 'confirm', signedIn(scene.owner))).toMatchObject({ hint: 'own_entry' });
    await database().query(
      `update nemus_confirmers set email = (select u.email from auth.users u where u.id = $2::text::uuid)
       where id = $1::text::uuid`,
      [person.id, scene.owner],
    );
    await submitTo(database(), scene, person.id);
    const address = text(
      await database().query('select email from nemus_confirmers where id = $1::text::uuid', [person.id]),
      'email',
    );
    await letPass('25 hours');
    const [own] = await claim(address);
    expect(await refused(String(own?.token), [id])).toMatchObject({ hint: 'own_entry' });
    // Nor after another address for the account: the institution invited the trainee at this one.
    await database().query('update auth.users set email = $2 where id = $1::text::uuid', [
      scene.owner,
      freshAddress('later'),
    ]);
    expect(await refused(String(own?.token), [id])).toMatchObject({ hint: 'own_entry' });
    expect(await stateOf(id)).toBe('submitted');
  });

  it.each([
    ['after 14 days', `update private.nemus_sign_off_links set expires_at = now() - interval '1 second'`],
    ['with another address', `update nemus_confirmers set email = 'neu.' || email`],
    ['when the person is off the list', 'update nemus_confirmers set ended_at = now()'],
    ['when the institution may no longer write', 'update nemus_institution_approvals set withdrawn_at = now()'],
  ])('leads nowhere %s', async (_when, change) => {
    const id = await submitTo(database(), scene, person.id);
    const { token } = await claimOne();
    await undone(database(), async (connection) => {
      await connection.query(change);
      expect(one(await connection.query(PAGE, [token])).page).toBeNull();
    });
    await database().query(change);
    expect(await refused(token, [id])).toMatchObject({ hint: 'sign_off_link_invalid' });
    await database().query('update nemus_institution_approvals set withdrawn_at = null');
  });

  it('a new link cancels the one before', async () => {
    const id = await submitTo(database(), scene, person.id);
    const { token } = await claimOne();
    await letPass('25 hours');
    await submitTo(database(), scene, person.id);
    const next = await claimOne();
    expect(await look(token)).toBeNull();
    expect(await refused(token, [id])).toMatchObject({ hint: 'sign_off_link_invalid' });
    expect(await look(next.token)).toMatchObject({ entries: [{}, {}] });
  });

  it('what was taken back is not mailed; a mail that could not leave is tried five times', async () => {
    const id = await submitTo(database(), scene, person.id);
    const take = `update nemus_logbook_entries set state = $2 where id = $1::text::uuid`;
    await database().query(take, [id, 'draft']);
    expect(await claim()).toEqual([]);
    await database().query(take, [id, 'submitted']);
    for (let n = 0; n < 5; n += 1) {
      const letters = one(await ask(database(), SERVICE, CLAIM_SIGN_OFF_LETTERS)).letters as readonly SignOffLetter[];
      const own = letters.filter((letter) => letter.email === person.email);
      expect(own).toHaveLength(1);
      expect(one(await ask(database(), SERVICE, CLAIM_SIGN_OFF_LETTERS)).letters).toEqual([]);
      await ask(database(), SERVICE, NOTE_SIGN_OFF_LETTER, [own[0]?.letter_id, 'false']);
    }
    expect(await claim()).toEqual([]);
  });

  it('reminds each person once a week, for any number of calls', async () => {
    await submitTo(database(), scene, scene.confirmer.id);
    await submitTo(database(), scene, person.id);
    await claim();
    const address = text(
      await database().query('select email from nemus_profiles where user_id = $1::text::uuid', [
        scene.confirmer.account,
      ]),
      'email',
    );
    await database().query(REMIND);
    expect([await claim(address), await claim()]).toEqual([[], []]);
    await letPass('8 days');
    for (let n = 0; n < 3; n += 1) await database().query(REMIND);
    const { letters } = one(await ask(database(), SERVICE, CLAIM_SIGN_OFF_LETTERS));
    const mine = (letters as readonly SignOffLetter[]).filter((letter) =>
      [address, person.email].includes(letter.email),
    );
    expect(mine.map(({ kind, entries }) => [kind, entries]).toSorted()).toEqual([
      ['link', 1],
      ['reminder', 1],
    ]);
    for (const { letter_id } of mine) await ask(database(), SERVICE, NOTE_SIGN_OFF_LETTER, [letter_id, 'true']);
    await database().query(REMIND);
    expect([await claim(address), await claim()]).toEqual([[], []]);
    const load = one(await ask(database(), signedIn(scene.institution), 'select nemus_sign_off_workload() as w'))
      .w as readonly Readonly<Record<string, unknown>>[];
    expect(load.slice(0, 2).map(({ open, trainees, reminded_at }) => [open, trainees, typeof reminded_at])).toEqual([
      [1, 1, 'string'],
      [1, 1, 'string'],
    ]);
  });

  it('an institution that wants no mails is not reminded', async () => {
    const own = await addConfirmer(database(), scene.institution, ['leader']);
    await database().query('update nemus_confirmers set user_id = $2::text::uuid where id = $1::text::uuid', [
      own.id,
      scene.institution,
    ]);
    await database().query(
      'update nemus_institution_settings set email_notifications = false where institution_id = $1::text::uuid',
      [scene.institution],
    );
    await submitTo(database(), scene, own.id);
    await letPass('8 days');
    await database().query(REMIND);
    const written = await database().query(
      'select 1 from private.nemus_sign_off_letters where account_id = $1::text::uuid',
      [scene.institution],
    );
    expect(written).toEqual([]);
  });

  it('only the functions make links and mails', async () => {
    for (const caller of [ANONYMOUS, signedIn(scene.owner), signedIn(scene.institution)]) {
      expect(await refusal(database(), caller, CLAIM_SIGN_OFF_LETTERS)).toMatchObject({ code: '42501' });
    }
    const id = await submitTo(database(), scene, person.id);
    expect(await refusal(database(), ANONYMOUS, DECIDE_ENTRIES, [`{${id}}`, 'confirm', null])).toMatchObject({
      code: '42501',
    });
  });
}
