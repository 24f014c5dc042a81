import { ask, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { signUpInstitution } from '../scenes/institutions';
import { addMember } from '../scenes/members';
import { tell } from '../scenes/notifications';
import { giveNumber, NOTE_SMS, type ClaimedSms } from '../scenes/phones';
import { one } from '../scenes/rows';

const CLAIM_AT = 'select private.nemus_claim_sms_at($1::text::timestamptz) as list';
const QUEUE =
  'select private.nemus_queue_sms($1::text::uuid, $2::text::uuid, $3::text::boolean, $4::text::timestamptz) as queued';
/** A Tuesday at noon in Berlin. */
const NOON = '2026-11-24T11:00:00Z';

/** Content and time of an SMS, and that it leaves once. */
export function smsCases(database: () => TestDatabase): void {
  const queue = async (account: string, notification: string, urgent = false, at = NOON) =>
    one(await database().query(QUEUE, [account, notification, String(urgent), at])).queued;
  const claimAt = async (at: string, account: string): Promise<readonly ClaimedSms[]> => {
    const { list } = one(await database().query(CLAIM_AT, [at]));
    const numbers = await database().query('select number from nemus_phones where user_id = $1::text::uuid', [account]);
    return (list as readonly ClaimedSms[]).filter((sms) => numbers.some(({ number }) => number === sms.number));
  };
  const note = (sms: ClaimedSms | undefined, outcome: string) =>
    ask(database(), SERVICE, NOTE_SMS, [sms?.sms_id ?? '', outcome, outcome === 'sent' ? '1' : null, null]);
  const statesOf = async (account: string) =>
    database().query('select state, reason from nemus_sms where user_id = $1::text::uuid order by created_at', [
      account,
    ]);
  let account: string;
  beforeEach(async () => {
    await database().query(`update nemus_sms set state = 'dropped', reason = 'late' where state = 'waiting'`);
    account = await signUp(database());
    await giveNumber(database(), account);
  });

  it('is written once for a notification, and never without a confirmed number', async () => {
    const id = await tell(database(), account, 'once');
    expect(await queue(account, id)).toBe(true);
    expect(await queue(account, id)).toBe(false);
    const other = await signUp(database());
    expect(await queue(other, await tell(database(), other, 'once'))).toBe(false);
    // Another account's notification is none.
    expect(await queue(account, await tell(database(), other, 'theirs'))).toBe(false);
  });

  it.each([
    ['2026-11-24T19:59:00Z', '2026-11-24T19:59:00.000Z', 'before 21 o’clock in winter'],
    ['2026-11-24T20:00:00Z', '2026-11-25T07:00:00.000Z', 'from 21 o’clock on'],
    ['2026-11-24T06:59:00Z', '2026-11-24T07:00:00.000Z', 'before 8'],
    ['2026-07-01T18:59:00Z', '2026-07-01T18:59:00.000Z', 'before 21 o’clock in summer'],
    ['2026-07-01T19:00:00Z', '2026-07-02T06:00:00.000Z', 'from 21 o’clock on in summer'],
    ['2026-03-28T22:00:00Z', '2026-03-29T06:00:00.000Z', 'over the night in which an hour is lost'],
    ['2026-10-24T21:00:00Z', '2026-10-25T07:00:00.000Z', 'over the night that has an hour twice'],
  ])('%s leaves at %s: %s', async (now, due) => {
    const { at } = one(await database().query('select private.nemus_sms_due($1::text::timestamptz) as at', [now]));
    expect(new Date(String(at)).toISOString()).toBe(due);
  });

  it('waits over the night, unless it concerns security', async () => {
    const night = '2026-11-24T22:00:00Z';
    await queue(account, await tell(database(), account, 'night'), false, night);
    await queue(account, await tell(database(), account, 'login', 'new_device'), true, night);
    expect((await claimAt(night, account)).map(({ kind }) => kind)).toEqual(['new_device']);
    expect((await claimAt('2026-11-25T07:00:00Z', account)).map(({ kind }) => kind)).toEqual(['date_moved']);
  });

  it('a claimed message goes to no other caller until it is certainly lost', async () => {
    await queue(account, await tell(database(), account, 'claim'));
    const [sms] = await claimAt(NOON, account);
    expect(await claimAt('2026-11-24T11:01:00Z', account)).toEqual([]);
    expect(await claimAt('2026-11-24T11:02:00Z', account)).toHaveLength(1);
    await note(sms, 'sent');
    expect(await claimAt('2026-11-24T11:30:00Z', account)).toEqual([]);
    expect(await statesOf(account)).toEqual([{ state: 'sent', reason: null }]);
    // A late sender does not take back a sent message.
    await note(sms, 'refused');
    expect(await statesOf(account)).toEqual([{ state: 'sent', reason: null }]);
  });

  it('goes to no blocked account', async () => {
    await queue(account, await tell(database(), account, 'blocked'));
    const block = (until: string) =>
      database().query(`update auth.users set banned_until = ${until} where id = $1::text::uuid`, [account]);
    await block(`now() + interval '1 year'`);
    expect(await claimAt(NOON, account)).toEqual([]);
    await block('null');
    expect(await claimAt(NOON, account)).toHaveLength(1);
  });

  it('goes to no one who left the institution that it is about', async () => {
    const institution = await signUpInstitution(database());
    const member = await addMember(database(), institution, ['booking']);
    await giveNumber(database(), member);
    await giveNumber(database(), institution);
    await database().query(
      'update nemus_institution_settings set sms_notifications = true where institution_id = $1::text::uuid',
      [institution],
    );
    await ask(database(), signedIn(member), `select nemus_choose_notification('trainee_date_moved', 'sms', true)`);
    await database().query(
      `select private.nemus_notify_members($1::text::uuid, '{booking}', 'trainee_date_moved', 'left')`,
      [institution],
    );
    const due = `update nemus_sms set due_at = $2::text::timestamptz, drop_after = $2::text::timestamptz + interval '12 hours'
      where user_id = $1::text::uuid`;
    await database().query(due, [member, NOON]);
    const leaves = async () =>
      one(
        await database().query(
          'select count(*)::int as n from private.nemus_due_sms($2::text::timestamptz) d where d.user_id = $1::text::uuid',
          [member, NOON],
        ),
      ).n;
    expect(await leaves()).toBe(1);
    await ask(database(), signedIn(institution), 'select nemus_remove_member($1::text::uuid)', [member]);
    expect(await leaves()).toBe(0);
  });

  it('after five attempts there is no further one, and a refused message is not tried again', async () => {
    await queue(account, await tell(database(), account, 'fails'));
    for (const minute of ['00', '02', '04', '06', '08']) {
      const [sms] = await claimAt(`2026-11-24T11:${minute}:00Z`, account);
      await note(sms, 'again');
    }
    expect(await claimAt('2026-11-24T11:10:00Z', account)).toEqual([]);
    await queue(account, await tell(database(), account, 'refused'));
    const [refused] = await claimAt('2026-11-24T11:12:00Z', account);
    await note(refused, 'refused');
    expect(await claimAt('2026-11-24T11:20:00Z', account)).toEqual([]);
    expect(await statesOf(account)).toEqual([
      { state: 'dropped', reason: 'failed' },
      { state: 'dropped', reason: 'failed' },
    ]);
  });

  it('what could not leave for half a day does not leave any more', async () => {
    await queue(account, await tell(database(), account, 'late'));
    expect(await claimAt('2026-11-25T08:00:00Z', account)).toEqual([]);
    expect(await statesOf(account)).toEqual([{ state: 'dropped', reason: 'late' }]);
  });

  it('a month has so many for an account, counted in Berlin', async () => {
    await database().query(`insert into private.nemus_settings (key, value) values ('sms_limits', '{"month": 2}')
      on conflict (key) do update set value = excluded.value`);
    try {
      const written = async (key: string, at: string) =>
        queue(account, await tell(database(), account, key), false, at);
      expect(await written('m1', '2026-11-24T11:00:00Z')).toBe(true);
      expect(await written('m2', '2026-11-25T11:00:00Z')).toBe(true);
      expect(await written('m3', '2026-11-30T22:59:00Z')).toBe(false);
      expect(await written('m4', '2026-11-30T23:00:00Z')).toBe(true);
    } finally {
      await database().query(`delete from private.nemus_settings where key = 'sms_limits'`);
    }
  });

  it('what an account chose to hear by SMS is written with the news, while its institution allows it', async () => {
    const institution = await signUpInstitution(database());
    await giveNumber(database(), institution);
    const writtenFor = async (key: string) => {
      await tell(database(), institution, key, 'credits_low');
      return database().query(
        `select s.kind from nemus_sms s join nemus_notifications n on n.id = s.notification_id
         where s.user_id = $1::text::uuid and n.key = $2`,
        [institution, key],
      );
    };
    const set = async (on: boolean) =>
      database().query(
        'update nemus_institution_settings set sms_notifications = $2::text::boolean where institution_id = $1::text::uuid',
        [institution, String(on)],
      );
    await set(true);
    expect(await writtenFor('nothing chosen')).toEqual([]);
    await ask(database(), signedIn(institution), `select nemus_choose_notification('credits_low', 'sms', true)`);
    expect(await writtenFor('chosen')).toEqual([{ kind: 'credits_low' }]);
    await set(false);
    expect(await writtenFor('switched off')).toEqual([]);
  });

  it('the account reads what it got, and neither number nor provider of others', async () => {
    await queue(account, await tell(database(), account, 'read'));
    expect(await ask(database(), signedIn(account), 'select kind, state from nemus_sms')).toEqual([
      { kind: 'date_moved', state: 'waiting' },
    ]);
    const stranger = await signUp(database());
    expect(await ask(database(), signedIn(stranger), 'select kind from nemus_sms')).toEqual([]);
    expect(await ask(database(), signedIn(stranger), 'select number from nemus_phones')).toEqual([]);
  });
}
