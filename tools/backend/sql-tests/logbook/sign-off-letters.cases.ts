import { ANONYMOUS, ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { freshAddress, signUp } from '../scenes/accounts';
import { addConfirmer, setLogbookScene, type LogbookScene } from '../scenes/logbook';
import { one, text } from '../scenes/rows';
import {
  addOutsider,
  CLAIM_SIGN_OFF_LETTERS,
  claimFor,
  DECIDE_BY_LINK,
  HAND_OVER,
  NOTE_SIGN_OFF_LETTER,
  submitTo,
  type SignOffLetter,
} from '../scenes/sign-off';

const SEND = 'select nemus_send_sign_off($1::text::uuid) as queued';
const LETTERS = 'select nemus_sign_off_letters($1::text::uuid) as found';

/** Letters to confirmers reach the current address immediately; both sides can send them again, within limits. */
export function signOffLetterCases(database: () => TestDatabase): void {
  let scene: LogbookScene;
  let person: { readonly id: string; readonly email: string };
  beforeEach(async () => {
    scene = await setLogbookScene(database());
    person = await addOutsider(database(), scene.institution);
  });

  const claim = (email = person.email) => claimFor(database(), email);
  const send = async (account: string, confirmer = person.id) =>
    one(await ask(database(), signedIn(account), SEND, [confirmer])).queued;
  const sendRefused = (account: string, confirmer = person.id) =>
    refusal(database(), signedIn(account), SEND, [confirmer]);
  const letters = async (account: string, confirmer = person.id) =>
    one(await ask(database(), signedIn(account), LETTERS, [confirmer])).found;
  const letPass = (interval: string) =>
    database().query(
      `update private.nemus_sign_off_letters set sent_at = sent_at - $1::text::interval,
         due_at = due_at - $1::text::interval, created_at = created_at - $1::text::interval,
         asked_at = asked_at - $1::text::interval`,
      [interval],
    );
  const claimed = async () =>
    one(await ask(database(), SERVICE, CLAIM_SIGN_OFF_LETTERS)).letters as readonly SignOffLetter[];
  const note = (letter: string, sent: boolean) =>
    ask(database(), SERVICE, NOTE_SIGN_OFF_LETTER, [letter, String(sent)]);
  const renamed = async () => {
    const email = freshAddress('neu');
    await database().query('update nemus_confirmers set email = $2 where id = $1::text::uuid', [person.id, email]);
    return email;
  };

  it('what a decision leaves open is mailed at once, though another letter is due tomorrow', async () => {
    const ids = [await submitTo(database(), scene, person.id), await submitTo(database(), scene, person.id)];
    const [first] = await claim();
    await submitTo(database(), scene, person.id);
    expect(await claim()).toEqual([]);
    await ask(database(), ANONYMOUS, DECIDE_BY_LINK, [first?.token ?? '', `{${ids[0]}}`, 'confirm', null]);
    expect(await claim()).toMatchObject([{ entries: 2 }]);
  });

  it('a decision before the letter was noted as sent still queues the next one', async () => {
    const ids = [await submitTo(database(), scene, person.id), await submitTo(database(), scene, person.id)];
    const [letter] = (await claimed()).filter(({ email }) => email === person.email);
    await ask(database(), ANONYMOUS, DECIDE_BY_LINK, [letter?.token ?? '', `{${ids[0]}}`, 'confirm', null]);
    await note(letter?.letter_id ?? '', true);
    await note(letter?.letter_id ?? '', true);
    expect(await claim()).toMatchObject([{ entries: 1 }]);
    expect(await claim()).toEqual([]);
  });

  it('a new address gets the link at once, the old one nothing', async () => {
    await submitTo(database(), scene, person.id);
    await submitTo(database(), { ...scene, owner: scene.stranger }, person.id);
    expect(await claim()).toHaveLength(2);
    const email = await renamed();
    const sent = await claim(email);
    expect(sent).toHaveLength(2);
    expect(await claim()).toEqual([]);
    expect(
      one(await ask(database(), ANONYMOUS, 'select nemus_sign_off_page($1) as page', [sent[0]?.token ?? ''])).page,
    ).toMatchObject({ entries: [{}] });
  });

  it('addresses that change again and again get ten letters a day about one trainee', async () => {
    await submitTo(database(), scene, person.id);
    let sent = (await claim()).length;
    for (let n = 0; n < 12; n += 1) sent += (await claim(await renamed())).length;
    expect(sent).toBe(10);
  });

  it('a confirmer whose account is deleted gets a link to the named address', async () => {
    await submitTo(database(), scene, scene.confirmer.id);
    const email = text(
      await database().query('select email from nemus_confirmers where id = $1::text::uuid', [scene.confirmer.id]),
      'email',
    );
    await database().query('update nemus_confirmers set user_id = null, accepted_at = null where id = $1::text::uuid', [
      scene.confirmer.id,
    ]);
    expect(await claim(email)).toMatchObject([{ kind: 'link', entries: 1 }]);
  });

  it('a hand-over is mailed at once, also to a person who got a letter about the trainee today', async () => {
    await submitTo(database(), scene, person.id);
    await claim();
    await submitTo(database(), scene, scene.confirmer.id);
    await ask(database(), signedIn(scene.institution), HAND_OVER, [scene.confirmer.id, person.id]);
    expect(await claim()).toMatchObject([{ entries: 2 }]);
  });

  it('a letter that failed five times does not block later ones', async () => {
    await submitTo(database(), scene, person.id);
    for (let n = 0; n < 5; n += 1) {
      for (const { letter_id: id } of await claimed()) await note(id, false);
    }
    expect(await letters(scene.owner)).toMatchObject({ letters: [{ state: 'failed' }] });
    await submitTo(database(), scene, person.id);
    expect(await claim()).toMatchObject([{ entries: 2 }]);
  });

  it('both sides send again once a day, and read what was sent', async () => {
    await submitTo(database(), scene, person.id);
    await claim();
    // Within the hour, the first letter is still on its way.
    expect(await sendRefused(scene.owner)).toMatchObject({ code: 'PT429', hint: 'sign_off_sent' });
    await letPass('2 hours');
    expect(await send(scene.owner)).toBe(1);
    expect(await claim()).toMatchObject([{ kind: 'link', entries: 1 }]);
    await letPass('2 hours');
    for (const account of [scene.owner, scene.institution]) {
      expect(await sendRefused(account)).toMatchObject({ code: 'PT429', hint: 'sign_off_sent' });
    }
    await letPass('23 hours');
    expect(await send(scene.institution)).toBe(1);
    await claim();
    expect(await letters(scene.institution)).toMatchObject({
      state: 'invited',
      open: 1,
      letters: [
        { kind: 'link', state: 'sent', asked_as: 'institution', trainee: 'Eva Test', email: person.email },
        { asked_as: 'trainee' },
        { asked_as: null },
      ],
    });
    // Trainees read no addresses.
    const own = await letters(scene.owner);
    expect(own).toMatchObject({ letters: [{ email: null, trainee: null }, {}, {}] });
    expect(JSON.stringify(own)).not.toContain(person.email);
  });

  it('an institution sends about each trainee with open entries', async () => {
    await submitTo(database(), scene, person.id);
    await submitTo(database(), { ...scene, owner: scene.stranger }, person.id);
    await claim();
    await letPass('2 hours');
    expect(await send(scene.owner)).toBe(1);
    // About the other trainee only: the first was asked about today.
    expect(await send(scene.institution)).toBe(1);
    expect(await claim()).toHaveLength(2);
  });

  it('reminds an account once a day about all that waits, and never one that wants no mails', async () => {
    const email = freshAddress('lehr');
    const account = await signUp(database(), { email });
    await database().query('update nemus_confirmers set user_id = $2::text::uuid where id = $1::text::uuid', [
      scene.confirmer.id,
      account,
    ]);
    await submitTo(database(), scene, scene.confirmer.id);
    await submitTo(database(), { ...scene, owner: scene.stranger }, scene.confirmer.id);
    expect(await send(scene.owner, scene.confirmer.id)).toBe(1);
    expect(await claim(email)).toMatchObject([{ kind: 'reminder', entries: 2 }]);
    expect(await sendRefused(scene.stranger, scene.confirmer.id)).toMatchObject({ hint: 'sign_off_sent' });
    expect(await letters(scene.stranger, scene.confirmer.id)).toMatchObject({
      state: 'account',
      letters: [{ kind: 'reminder', state: 'sent' }],
    });
    await letPass('25 hours');
    expect(await send(scene.owner, scene.confirmer.id)).toBe(1);
    await database().query(`update auth.users set banned_until = now() + interval '1 year' where id = $1::text::uuid`, [
      account,
    ]);
    expect(await claim(email)).toEqual([]);
    await letPass('25 hours');
    await database().query(
      `insert into nemus_notification_choices (user_id, kind, channel, wanted)
       values ($1::text::uuid, 'sign_off_waiting', 'mail', false)`,
      [account],
    );
    expect(await send(scene.owner, scene.confirmer.id)).toBe(0);
  });

  it('is for trainees with open entries there, and for the confirmer’s institution', async () => {
    expect(await sendRefused(scene.owner)).toMatchObject({ code: 'PT404', hint: 'confirmer_not_found' });
    await submitTo(database(), scene, person.id);
    const foreign = await setLogbookScene(database());
    for (const account of [scene.stranger, foreign.owner, foreign.institution, scene.confirmer.account]) {
      expect(await sendRefused(account)).toMatchObject({ code: 'PT404', hint: 'confirmer_not_found' });
      expect(await refusal(database(), signedIn(account), LETTERS, [person.id])).toMatchObject({
        hint: 'confirmer_not_found',
      });
    }
    expect(await refusal(database(), ANONYMOUS, SEND, [person.id])).toMatchObject({ code: '42501' });
    // Off the list: there is no one to write to.
    const gone = await addConfirmer(database(), scene.institution, ['leader']);
    await submitTo(database(), scene, gone.id);
    await database().query('update nemus_confirmers set ended_at = now() where id = $1::text::uuid', [gone.id]);
    expect(await sendRefused(scene.owner, gone.id)).toMatchObject({ hint: 'confirmer_not_found' });
  });

  it('an institution at the daily limit of an address delays neither others there nor the queue', async () => {
    await submitTo(database(), scene, person.id);
    await database().query(
      `insert into private.nemus_sign_off_letters (kind, confirmer_id, user_id, sent_at, sent_to)
       select 'link', $1::text::uuid, $2::text::uuid, now(), $3 from generate_series(1, 30)`,
      [person.id, scene.stranger, person.email],
    );
    const other = await setLogbookScene(database());
    const named = await addOutsider(database(), other.institution);
    await database().query('update nemus_confirmers set email = $2 where id = $1::text::uuid', [
      named.id,
      person.email,
    ]);
    await submitTo(database(), other, named.id);
    expect(await claim()).toHaveLength(1);
    const later = await database().query(
      `select due_at > now() + interval '30 minutes' as later from private.nemus_sign_off_letters
       where confirmer_id = $1::text::uuid and sent_at is null`,
      [person.id],
    );
    expect(later).toEqual([{ later: true }]);
  });
}
