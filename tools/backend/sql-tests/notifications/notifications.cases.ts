import { NEWS } from '../../../../supabase/functions/_shared/texts/notifications';
import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { signUpInstitution } from '../scenes/institutions';
import { one } from '../scenes/rows';

const TELL = `select private.nemus_notify($1::text::uuid, $2, $3, '{}', '/account') as told`;
const CHOOSE = 'select nemus_choose_notification($1, $2, $3::text::boolean)';
const SENDINGS = `select s.channel from private.nemus_notification_sendings s
  join nemus_notifications n on n.id = s.notification_id where n.user_id = $1::text::uuid and n.key = $2 order by 1`;

/** Notifications of accounts: once, by the chosen channels, and only their own. */
export function notificationCases(database: () => TestDatabase): void {
  const tell = (user: string, kind: string, key: string) => database().query(TELL, [user, kind, key]);
  const channels = async (user: string, key: string) =>
    (await database().query(SENDINGS, [user, key])).map(({ channel }) => channel);
  const unread = async (user: string) =>
    one(await ask(database(), signedIn(user), 'select nemus_unread_notifications() as n')).n;
  const choose = (user: string, kind: string, channel: string, wanted: boolean) =>
    ask(database(), signedIn(user), CHOOSE, [kind, channel, String(wanted)]);

  it('has words for every kind, and a kind for all words', async () => {
    const kinds = await database().query('select kind from private.nemus_notification_kinds order by kind');
    expect(kinds.map(({ kind }) => kind)).toEqual(Object.keys(NEWS).toSorted());
  });

  it('knows no other kind', async () => {
    const user = await signUp(database());
    await expect(tell(user, 'gossip', 'a')).rejects.toThrow(/foreign key/);
  });

  it('tells an event once, and accounts that are gone nothing', async () => {
    const user = await signUp(database());
    expect(one(await tell(user, 'certificate_issued', 'a')).told).toBe(true);
    expect(one(await tell(user, 'certificate_issued', 'a')).told).toBe(false);
    expect(await unread(user)).toBe(1);
    expect(await channels(user, 'a')).toEqual(['mail']);
    expect(one(await tell('00000000-0000-4000-8000-0000000000ff', 'certificate_issued', 'a')).told).toBe(false);
  });

  it('leads nowhere but into the portal', async () => {
    const user = await signUp(database());
    for (const path of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/a\nb',
      '/a"b',
      '/a:b',
      'javascript:1',
    ]) {
      await expect(
        database().query(`select private.nemus_notify($1::text::uuid, 'certificate_issued', 'p', '{}', $2)`, [
          user,
          path,
        ]),
      ).rejects.toThrow(/check constraint/);
    }
  });

  it('marks own news as read, and no others', async () => {
    const [user, thief] = [await signUp(database()), await signUp(database())];
    await tell(user, 'certificate_issued', 'a');
    await tell(user, 'certificate_issued', 'b');
    const { id } = one(
      await database().query(`select id::text from nemus_notifications where user_id = $1::text::uuid and key = 'a'`, [
        user,
      ]),
    );
    const read = (who: string) =>
      ask(database(), signedIn(who), 'select nemus_read_notifications(array[$1::text::uuid]) as n', [id]);
    await read(thief);
    await ask(database(), signedIn(thief), 'select nemus_read_notifications()');
    expect(await unread(user)).toBe(2);
    expect(await ask(database(), signedIn(thief), 'select * from nemus_notifications')).toEqual([]);
    expect(await read(user)).toEqual([{ n: 1 }]);
    expect(await ask(database(), signedIn(user), 'select nemus_read_notifications() as n')).toEqual([{ n: 0 }]);
  });

  it('counts to 100 and no further', async () => {
    const user = await signUp(database());
    await database().query(
      `insert into nemus_notifications (user_id, kind, key)
       select $1::text::uuid, 'certificate_issued', n::text from generate_series(1, 105) n`,
      [user],
    );
    expect(await unread(user)).toBe(100);
  });

  it('goes by the channels that were chosen', async () => {
    const user = await signUp(database());
    await choose(user, 'certificate_issued', 'mail', false);
    await tell(user, 'certificate_issued', 'no mail');
    expect(await channels(user, 'no mail')).toEqual([]);
    await choose(user, 'sign_off_returned', 'sms', true);
    await tell(user, 'sign_off_returned', 'sms');
    expect(await channels(user, 'sms')).toEqual(['mail', 'sms']);
    await choose(user, 'sign_off_returned', 'portal', false);
    await tell(user, 'sign_off_returned', 'hidden');
    expect(await channels(user, 'hidden')).toEqual(['mail', 'sms']);
    expect(await ask(database(), signedIn(user), `select 1 from nemus_notifications where key = 'hidden'`)).toEqual([]);
    expect(await unread(user)).toBe(2);
  });

  it('leaves no choice about money and security', async () => {
    const user = await signUp(database());
    const refused = (...values: string[]) => refusal(database(), signedIn(user), CHOOSE, values);
    expect(await refused('new_device', 'mail', 'false')).toMatchObject({ hint: 'notification_fixed' });
    expect(await refused('payment_failed', 'portal', 'false')).toMatchObject({ hint: 'notification_fixed' });
    expect(await refused('certificate_issued', 'sms', 'true')).toMatchObject({ hint: 'notification_fixed' });
    expect(await refused('gossip', 'mail', 'true')).toMatchObject({ hint: 'notification_kind' });
    expect(await refused('new_device', 'pigeon', 'true')).toMatchObject({ hint: 'notification_kind' });
  });

  it('obeys the switches of the institution for whose sake it is told, but for what always goes', async () => {
    const institution = await signUpInstitution(database());
    const switches = (mail: boolean, sms: boolean) =>
      database().query(
        `update nemus_institution_settings set email_notifications = $2::text::boolean, sms_notifications = $3::text::boolean
         where institution_id = $1::text::uuid`,
        [institution, String(mail), String(sms)],
      );
    await database().query(
      `insert into nemus_phones (user_id, number, consent_version, checked_at)
       values ($1::text::uuid, '+4915112345678', '2026-11', now())`,
      [institution],
    );
    await choose(institution, 'credits_low', 'sms', true);
    const told = async (kind: string, key: string) => {
      await database().query(`select private.nemus_notify_members($1::text::uuid, '{billing}', $2, $3)`, [
        institution,
        kind,
        key,
      ]);
      return channels(institution, key);
    };
    await switches(true, true);
    expect(await told('credits_low', 'a')).toEqual(['mail', 'sms']);
    await switches(false, false);
    expect(await told('credits_low', 'b')).toEqual([]);
    expect(await told('renewal_failed', 'c')).toEqual(['mail']);
    const settings = one(await ask(database(), signedIn(institution), 'select nemus_notification_settings() as list'));
    expect(settings.list).toContainEqual(
      expect.objectContaining({ kind: 'credits_low', mail: { mode: 'on', wanted: true, stopped: true } }),
    );
    expect(settings.list).not.toContainEqual(expect.objectContaining({ kind: 'booking_made' }));
  });

  it('sends at most 20 optional mails a day', async () => {
    const user = await signUp(database());
    for (let n = 0; n < 25; n += 1) await tell(user, 'certificate_issued', `n${n}`);
    await tell(user, 'new_device', 'device');
    const [{ n } = { n: 0 }] = await database().query(
      `select count(*)::int as n from private.nemus_notification_sendings where user_id = $1::text::uuid`,
      [user],
    );
    expect(n).toBe(21);
    expect(await unread(user)).toBe(26);
  });

  it('forgets after 90 days', async () => {
    const user = await signUp(database());
    await tell(user, 'certificate_issued', 'old');
    await tell(user, 'certificate_issued', 'new');
    await database().query(
      `update nemus_notifications set created_at = now() - interval '91 days' where user_id = $1::text::uuid and key = 'old'`,
      [user],
    );
    await database().query('select private.nemus_forget_notifications()');
    expect(await unread(user)).toBe(1);
  });
}
