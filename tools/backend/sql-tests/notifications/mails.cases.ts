import { randomUUID } from 'node:crypto';
import { NET } from '../../src/server/database/net';
import { ANONYMOUS, ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { freshAddress, signUp } from '../scenes/accounts';
import { addFactor } from '../scenes/factors';
import { signUpInstitution } from '../scenes/institutions';
import { addMember } from '../scenes/members';
import { one, text } from '../scenes/rows';
import { linkTrainee } from '../scenes/trainees';
import { undone } from '../scenes/undone';

interface Mail {
  readonly sending_id: string;
  readonly kind: string;
  readonly email: string;
  readonly token: string | null;
}
const USE = 'select nemus_unsubscribe($1, $2::text::boolean) as answer';
const PAGE = 'select nemus_unsubscribe_page($1) as page';

/** Mails of news, and unsubscribing from them. */
export function notificationMailCases(database: () => TestDatabase): void {
  const tell = (user: string, kind: string, key: string) =>
    database().query(`select private.nemus_notify($1::text::uuid, $2, $3, '{}', '/account')`, [user, kind, key]);
  const claim = async (user: string): Promise<readonly Mail[]> => {
    const { mails } = one(await ask(database(), SERVICE, 'select nemus_claim_notification_mails() as mails'));
    return (mails as readonly Mail[]).filter(({ email }) => email.startsWith(user));
  };
  const note = (mail: Mail | undefined, sent: boolean) =>
    ask(database(), SERVICE, 'select nemus_note_notification_mail($1::text::uuid, $2::text::boolean)', [
      mail?.sending_id,
      String(sent),
    ]);
  /** Six minutes go by since mails were last taken. */
  const pass = () =>
    database().query(`update private.nemus_notification_sendings set claimed_at = claimed_at - interval '6 minutes'`);
  const wants = async (user: string, kind: string) =>
    one(await database().query(`select private.nemus_wants($1::text::uuid, $2, 'mail') as wants`, [user, kind])).wants;
  const page = async (token: string) => one(await ask(database(), ANONYMOUS, PAGE, [token])).page;
  const use = (token: string, all = false) => ask(database(), ANONYMOUS, USE, [token, String(all)]);

  /** An account, and the token of a mail that went to it. */
  async function mailed(kind = 'certificate_issued') {
    const user = await signUp(database());
    await tell(user, kind, 'a');
    const [mail] = await claim(user);
    return { user, mail, token: mail?.token ?? '' };
  }

  it('gives a mail to one caller, again when it did not leave, and to none after five attempts', async () => {
    const { user, mail } = await mailed();
    expect(mail).toMatchObject({ kind: 'certificate_issued', token: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await claim(user)).toEqual([]);
    for (let attempt = 2; attempt <= 5; attempt += 1) {
      await note(mail, false);
      // Immediate repeated calls do not use up the attempts.
      expect(await claim(user)).toEqual([]);
      await pass();
      expect(await claim(user)).toHaveLength(1);
    }
    await note(mail, false);
    await pass();
    expect(await claim(user)).toEqual([]);
  });

  it('has left once it has left', async () => {
    const { user, mail } = await mailed();
    await note(mail, true);
    await note(mail, false);
    await database().query(`update private.nemus_notification_sendings set claimed_at = now() - interval '1 hour'`);
    expect(await claim(user)).toEqual([]);
  });

  it('respects the choice before it left, and goes to no blocked or unconfirmed account', async () => {
    const [chose, blocked, unknown] = [await signUp(database()), await signUp(database()), await signUp(database())];
    const other = await signUp(database());
    for (const user of [chose, blocked, unknown, other]) await tell(user, 'certificate_issued', 'a');
    await ask(database(), signedIn(chose), `select nemus_choose_notification('certificate_issued', 'mail', false)`);
    await database().query(`update auth.users set banned_until = now() + interval '1 year' where id = $1::text::uuid`, [
      blocked,
    ]);
    await database().query('update auth.users set email_confirmed_at = null where id = $1::text::uuid', [unknown]);
    const mails = await claim('');
    expect(mails.map(({ email }) => email)).toContain(`${other}@nemus.example`);
    for (const user of [chose, blocked, unknown])
      expect(mails.map(({ email }) => email)).not.toContain(`${user}@nemus.example`);
  });

  it('of an institution goes to no one who left it before the mail did', async () => {
    const institution = await signUpInstitution(database());
    const gone = await addMember(database(), institution, ['reading'], freshAddress('gone'));
    await addMember(database(), institution, ['reading'], freshAddress('here'));
    await database().query(
      `select private.nemus_notify_members($1::text::uuid, '{reading}', 'weekly_report', 'a', '{}', '/dashboard')`,
      [institution],
    );
    await ask(database(), signedIn(institution), 'select nemus_remove_member($1::text::uuid)', [gone]);
    const mails = await claim('');
    const told = (user: string) =>
      mails
        .filter(({ email }) => email.startsWith(`${user}.`))
        .map(({ kind }) => kind)
        .toSorted();
    expect(told('here')).toEqual(['weekly_report']);
    expect(told('gone')).toEqual(['member_removed']);
  });

  it('of an institution to a trainee goes to those who are still linked', async () => {
    const institution = await signUpInstitution(database());
    const [gone, here] = [await linkTrainee(database(), institution), await linkTrainee(database(), institution)];
    // Its own mails are off: that does not concern those to its trainees.
    await database().query(
      'update nemus_institution_settings set email_notifications = false where institution_id = $1::text::uuid',
      [institution],
    );
    await ask(
      database(),
      signedIn(institution),
      `select nemus_message_trainees(array[$1::text::uuid, $2::text::uuid], 'Bitte melden Sie sich.')`,
      [gone.trainee, here.trainee],
    );
    await ask(database(), signedIn(gone.account), 'select nemus_leave_institution($1::text::uuid)', [gone.trainee]);
    const addresses = await database().query(
      'select user_id::text as id, email from nemus_profiles where user_id = any ($1::text::uuid[])',
      [`{${gone.account},${here.account}}`],
    );
    const told = (await claim(''))
      .filter(({ kind }) => kind === 'institution_message')
      .map(({ email }) => addresses.find((known) => known.email === email)?.id);
    expect(told).toContain(here.account);
    expect(told).not.toContain(gone.account);
  });

  it('has no link where mails always go', async () => {
    const { mail } = await mailed('new_device');
    expect(mail).toMatchObject({ kind: 'new_device', token: null });
  });

  it('tells the old mailbox of a changed address, each change to the mailbox it left, and nothing of a deletion', async () => {
    const user = await signUp(database());
    const move = (email: string) =>
      database().query('update auth.users set email = $2 where id = $1::text::uuid', [user, email]);
    await move(`${user}.b@nemus.example`);
    await move(`${user}.c@nemus.example`);
    // A change of nothing.
    await move(`${user}.c@nemus.example`);
    await tell(user, 'new_device', 'a');
    expect((await claim(user)).map(({ kind, email, token }) => [kind, email, token])).toEqual([
      ['address_changed', `${user}@nemus.example`, null],
      ['address_changed', `${user}.b@nemus.example`, null],
      ['new_device', `${user}.c@nemus.example`, null],
    ]);
    const deleted = await signUp(database());
    await database().query(
      `insert into private.nemus_deleted_accounts (user_id, keep_until) values ($1::text::uuid, '2036-12-31')`,
      [deleted],
    );
    await database().query(`select private.nemus_empty_account($1::text::uuid)`, [deleted]);
    expect(await claim(deleted)).toEqual([]);
  });

  it('a link does nothing by being looked at, and then unsubscribes from its kind alone', async () => {
    const { user, token } = await mailed();
    expect(await page(token)).toEqual({ kind: 'certificate_issued', wanted: true });
    expect(await wants(user, 'certificate_issued')).toBe(true);
    expect(await use(token)).toEqual([{ answer: { kind: 'certificate_issued', all: false } }]);
    expect(await wants(user, 'certificate_issued')).toBe(false);
    expect(await wants(user, 'sign_off_returned')).toBe(true);
    expect(await page(token)).toEqual({ kind: 'certificate_issued', wanted: false });
  });

  it('used again it answers the same, and undoes nothing that was chosen since', async () => {
    const { user, token } = await mailed();
    await use(token);
    await ask(database(), signedIn(user), `select nemus_choose_notification('certificate_issued', 'mail', true)`);
    expect(await use(token)).toEqual([{ answer: { kind: 'certificate_issued', all: false } }]);
    expect(await wants(user, 'certificate_issued')).toBe(true);
  });

  it('unsubscribes from all that may be switched off, and from nothing else', async () => {
    const { user, token } = await mailed();
    await use(token, true);
    expect(await wants(user, 'sign_off_returned')).toBe(false);
    expect(await wants(user, 'new_device')).toBe(true);
    expect(await wants(user, 'invoice_issued')).toBe(true);
  });

  it('guessed, expired, of a deleted account: the link leads nowhere, and affects no other account', async () => {
    const { user, token } = await mailed();
    const other = await mailed();
    for (const guess of ['', 'a', '0'.repeat(64), `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`]) {
      expect(await page(guess)).toBeNull();
      expect(await refusal(database(), ANONYMOUS, USE, [guess, 'true'])).toMatchObject({
        hint: 'unsubscribe_link_invalid',
      });
    }
    await use(token);
    expect(await wants(other.user, 'certificate_issued')).toBe(true);
    await database().query(
      `update private.nemus_unsubscribe_links set expires_at = now() - interval '1 second' where user_id = $1::text::uuid`,
      [other.user],
    );
    expect(await page(other.token)).toBeNull();
    expect(await refusal(database(), ANONYMOUS, USE, [other.token, 'false'])).toMatchObject({
      hint: 'unsubscribe_link_invalid',
    });
    await database().query('select private.nemus_forget_unsubscribe_links()');
    expect(
      await database().query('select 1 from private.nemus_unsubscribe_links where user_id = $1::text::uuid', [
        other.user,
      ]),
    ).toEqual([]);
    await database().query('delete from auth.users where id = $1::text::uuid', [user]);
    expect(await page(token)).toBeNull();
  });

  it('stores no token', async () => {
    const { token } = await mailed();
    expect(token).toHaveLength(64);
    const rows = await database().query('select to_jsonb(l)::text as line from private.nemus_unsubscribe_links l');
    expect(rows.some(({ line }) => String(line).includes(token))).toBe(false);
  });

  it('a job asks for what waits, without a key', async () => {
    const user = await signUp(database());
    await undone(database(), async (connection) => {
      await connection.query('delete from private.nemus_notification_sendings');
      await connection.query(
        `insert into private.nemus_settings (key, value) values ('functions_url', '"https://x.test/functions/v1"')
         on conflict (key) do update set value = excluded.value`,
      );
      await connection.query(NET);
      const job = async () => one(await connection.query('select private.nemus_send_notifications() as asked')).asked;
      expect(await job()).toBe(false);
      await tell(user, 'certificate_issued', 'a');
      expect(await job()).toBe(true);
      expect(await connection.query('select url, body from net.http_request_queue')).toEqual([
        { url: 'https://x.test/functions/v1/send-notifications', body: {} },
      ]);
    });
  });

  it('a member without the second factor that the institution requires gets no news of it until it has one', async () => {
    const institution = await signUpInstitution(database());
    const member = await addMember(database(), institution, ['reading'], `${randomUUID()}@x.example`);
    const address = text(
      await database().query('select email from auth.users where id = $1::text::uuid', [member]),
      'email',
    );
    await database().query(
      'update nemus_institution_settings set two_factor_enabled = true where institution_id = $1::text::uuid',
      [institution],
    );
    const unread = async () =>
      one(await ask(database(), signedIn(member), 'select nemus_unread_notifications() as n')).n;
    const shown = async () =>
      (await ask(database(), signedIn(member), 'select kind from nemus_notifications order by kind')).map(
        ({ kind }) => kind,
      );
    const before = await shown();
    await database().query(
      `select private.nemus_notify_members($1::text::uuid, '{reading}', 'support_answered', 'answer', '{}', '/account')`,
      [institution],
    );
    const kinds = (await claim(address)).map(({ kind }) => kind);
    expect(kinds).toContain('factor_rule');
    expect(kinds).not.toContain('support_answered');
    expect(await shown()).toEqual(before);
    expect(await unread()).toBe(before.length);
    await addFactor(database(), member);
    expect(
      await ask(
        database(),
        { ...signedIn(member), aal: 'aal2' },
        `select kind from nemus_notifications where kind = 'support_answered'`,
      ),
    ).toHaveLength(1);
  });
}
