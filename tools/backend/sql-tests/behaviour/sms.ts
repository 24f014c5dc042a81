import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp, signUpInstitution } from '../accounts';
import { dayFrom } from './days';
import { one, text } from './values';

const START = 'select nemus_start_phone_check($1::text::uuid, $2, $3) as id';
const START_AT = 'select private.nemus_start_phone_check($1::text::uuid, $2, $3, $4::text::timestamptz) as id';
const CLAIM = 'select nemus_claim_sms() as list';
const CLAIM_AT = 'select private.nemus_claim_sms_at($1::text::timestamptz) as list';
const NOTE = 'select nemus_note_sms($1::text::uuid, $2, $3::text::int, $4)';
const QUEUE =
  'select private.nemus_queue_sms($1::text::uuid, $2::text::uuid, $3::text::boolean, $4::text::timestamptz) as queued';
const ENTER_AT = 'select private.nemus_enter_phone_code($1::text::uuid, $2, $3::text::timestamptz) as answer';
export const ENTER = 'select nemus_check_phone($1) as answer';
const END = 'select nemus_end_phone()';
/** A Tuesday at noon in Berlin. */
const NOON = '2026-11-24T11:00:00Z';

/** What the function that sends gets. */
export interface ClaimedSms {
  readonly sms_id: string;
  readonly kind: string;
  readonly number: string;
  readonly code: string | null;
  readonly path: string | null;
}

let last = 0;
/** A number that nobody has: limits count per number. */
export const freshNumber = () => {
  last += 1;
  return `+4915${String(100_000_000 + ((Date.now() * 100 + last) % 900_000_000))}`;
};

/** Asks for a code and takes it from the SMS, as the one that has the number reads it. */
export async function askForCode(database: TestDatabase, account: string, number: string): Promise<string> {
  await ask(database, SERVICE, START, [account, number, '2026-11']);
  const { list } = one(await ask(database, SERVICE, CLAIM));
  const all = list as readonly ClaimedSms[];
  for (const sms of all) await ask(database, SERVICE, NOTE, [sms.sms_id, 'sent', '1', 'x']);
  const code = all.find((sms) => sms.number === number)?.code;
  if (!code) throw new Error('There is no code.');
  return code;
}

/** Gives an account a number that is proved. */
export async function giveNumber(database: TestDatabase, account: string, number = freshNumber()): Promise<string> {
  await database.query(
    `insert into nemus_phones (user_id, number, consent_version, consented_at, checked_at)
     values ($1::text::uuid, $2, '2026-11', now(), now())`,
    [account, number],
  );
  return number;
}

/** Tells an account something. @returns the notification's id */
export async function tell(database: TestDatabase, account: string, key: string, kind = 'date_moved'): Promise<string> {
  await database.query(`select private.nemus_notify($1::text::uuid, $2, $3, '{}', '/appointments')`, [
    account,
    kind,
    key,
  ]);
  return text(
    await database.query('select id from nemus_notifications where user_id = $1::text::uuid and key = $2', [
      account,
      key,
    ]),
    'id',
  );
}

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Numbers that accounts prove, and how often they may try. */
export function phoneTests(database: () => TestDatabase): void {
  const enter = async (account: string, code: string) =>
    one(await ask(database(), signedIn(account), ENTER, [code])).answer;
  const numbersOf = async (account: string) =>
    database().query(
      `select number, checked_at is not null as checked, ended_at is not null as ended from nemus_phones
       where user_id = $1::text::uuid order by created_at`,
      [account],
    );
  const startAt = (account: string, number: string, at: string) =>
    refusal(database(), SERVICE, START_AT, [account, number, '2026-11', at]);

  it('the code of the SMS proves the number, once', async () => {
    const account = await signUp(database());
    const number = freshNumber();
    const code = await askForCode(database(), account, number);
    expect(code).toMatch(/^\d{6}$/);
    expect(await numbersOf(account)).toEqual([{ number, checked: false, ended: false }]);
    expect(await enter(account, code)).toEqual({ state: 'checked' });
    expect(await numbersOf(account)).toEqual([{ number, checked: true, ended: false }]);
    expect(await enter(account, code)).toEqual({ state: 'expired' });
  });

  it('the code is stored nowhere, and is one for its number alone', async () => {
    const [one_, other] = [await signUp(database()), await signUp(database())];
    const code = await askForCode(database(), one_, freshNumber());
    await askForCode(database(), other, freshNumber());
    const stored = JSON.stringify(await database().query('select * from private.nemus_phone_codes'));
    expect(stored).not.toContain(code);
    expect(await enter(other, code)).toMatchObject({ state: 'wrong' });
  });

  it('five wrong codes end it, and the right one comes too late', async () => {
    const account = await signUp(database());
    const code = await askForCode(database(), account, freshNumber());
    for (const left of [4, 3, 2, 1]) expect(await enter(account, wrong(code))).toEqual({ state: 'wrong', left });
    expect(await enter(account, wrong(code))).toEqual({ state: 'expired', left: 0 });
    expect(await enter(account, code)).toEqual({ state: 'expired' });
  });

  it('a code ends after ten minutes', async () => {
    const account = await signUp(database());
    const code = await askForCode(database(), account, freshNumber());
    const at = new Date(Date.now() + 11 * 60_000).toISOString();
    expect(one(await database().query(ENTER_AT, [account, code, at])).answer).toEqual({ state: 'expired' });
  });

  it('codes are limited by minute and account, whatever was ended in between', async () => {
    const account = await signUp(database());
    expect(await startAt(account, freshNumber(), '2026-11-24T10:00:00Z')).toBeNull();
    expect(await startAt(account, freshNumber(), '2026-11-24T10:00:30Z')).toMatchObject({
      hint: 'phone_code_too_soon',
    });
    for (const minute of ['02', '04', '06', '08']) {
      await ask(database(), signedIn(account), END);
      expect(await startAt(account, freshNumber(), `2026-11-24T10:${minute}:00Z`)).toBeNull();
    }
    expect(await startAt(account, freshNumber(), '2026-11-24T10:10:00Z')).toMatchObject({ hint: 'phone_code_limit' });
    expect(await startAt(account, freshNumber(), '2026-11-25T10:10:00Z')).toBeNull();
  });

  it('no number gets more than three codes a day, whoever asks', async () => {
    const number = freshNumber();
    for (let asked = 0; asked < 3; asked += 1) {
      expect(await startAt(await signUp(database()), number, '2026-11-24T10:00:00Z')).toBeNull();
    }
    expect(await startAt(await signUp(database()), number, '2026-11-24T10:00:00Z')).toMatchObject({
      hint: 'phone_code_limit',
      values: { of: 'number' },
    });
  });

  it('all codes of a day together have a limit', async () => {
    await database().query(`insert into private.nemus_settings (key, value) values ('sms_limits', '{"total": 1}')
      on conflict (key) do update set value = excluded.value`);
    try {
      // A day of its own, on which no other test asks for a code.
      const day = dayFrom(40);
      expect(await startAt(await signUp(database()), freshNumber(), `${day}T10:00:00Z`)).toBeNull();
      expect(await startAt(await signUp(database()), freshNumber(), `${day}T10:01:00Z`)).toMatchObject({
        values: { of: 'total' },
      });
    } finally {
      await database().query(`delete from private.nemus_settings where key = 'sms_limits'`);
    }
  });

  it('an address that nobody confirmed asks for none', async () => {
    const account = await signUp(database());
    await database().query('update auth.users set email_confirmed_at = null where id = $1::text::uuid', [account]);
    expect(await startAt(account, freshNumber(), NOON)).toMatchObject({ hint: 'address_unconfirmed' });
  });

  it('a new number takes the place of the old one when it is proved, not before', async () => {
    const account = await signUp(database());
    const [old, next] = [await giveNumber(database(), account), freshNumber()];
    const code = await askForCode(database(), account, next);
    expect(await numbersOf(account)).toContainEqual({ number: old, checked: true, ended: false });
    await enter(account, code);
    expect(await numbersOf(account)).toEqual([
      { number: null, checked: true, ended: true },
      { number: next, checked: true, ended: false },
    ]);
  });

  it('one number is for three accounts, and none but its holder learns that it is known', async () => {
    const number = freshNumber();
    for (let given = 0; given < 3; given += 1) await giveNumber(database(), await signUp(database()), number);
    const account = await signUp(database());
    const code = await askForCode(database(), account, number);
    expect(await enter(account, wrong(code))).toEqual({ state: 'wrong', left: 4 });
    expect(await enter(account, code)).toEqual({ state: 'crowded' });
  });

  it('consent ends with the number; when and to what somebody agreed stays three years', async () => {
    const account = await signUp(database());
    await giveNumber(database(), account);
    const queued = await tell(database(), account, 'ends');
    await database().query(QUEUE, [account, queued, 'true', NOON]);
    await ask(database(), signedIn(account), END);
    expect(await numbersOf(account)).toEqual([{ number: null, checked: true, ended: true }]);
    expect(
      await database().query('select state, reason from nemus_sms where user_id = $1::text::uuid', [account]),
    ).toEqual([{ state: 'dropped', reason: 'ended' }]);
    await database().query(`select private.nemus_forget_sms(now() + interval '3 years 1 day')`);
    expect(await numbersOf(account)).toEqual([]);
  });

  it('nobody asks, enters or ends for somebody else', async () => {
    const account = await signUp(database());
    expect(await refusal(database(), signedIn(account), START, [account, freshNumber(), '2026-11'])).toMatchObject({
      code: '42501',
    });
    expect(await refusal(database(), signedIn(account), CLAIM)).toMatchObject({ code: '42501' });
  });

  it('the switch of an institution needs a proved number of a member, and goes off with the last', async () => {
    const institution = await signUpInstitution(database());
    const turnOn =
      'update nemus_institution_settings set sms_notifications = true where institution_id = $1::text::uuid';
    const isOn = async () =>
      one(
        await database().query(
          'select sms_notifications as v from nemus_institution_settings where institution_id = $1::text::uuid',
          [institution],
        ),
      ).v;
    expect(await refusal(database(), signedIn(institution), turnOn, [institution])).toMatchObject({
      hint: 'phone_missing',
    });
    await giveNumber(database(), institution);
    await ask(database(), signedIn(institution), turnOn, [institution]);
    expect(await isOn()).toBe(true);
    await ask(database(), signedIn(institution), END);
    expect(await isOn()).toBe(false);
  });
}

/** What is written, when it leaves, and that it leaves once. */
export function smsTests(database: () => TestDatabase): void {
  const queue = async (account: string, notification: string, urgent = false, at = NOON) =>
    one(await database().query(QUEUE, [account, notification, String(urgent), at])).queued;
  const claimAt = async (at: string, account: string): Promise<readonly ClaimedSms[]> => {
    const { list } = one(await database().query(CLAIM_AT, [at]));
    const numbers = await database().query('select number from nemus_phones where user_id = $1::text::uuid', [account]);
    return (list as readonly ClaimedSms[]).filter((sms) => numbers.some(({ number }) => number === sms.number));
  };
  const note = (sms: ClaimedSms | undefined, outcome: string) =>
    ask(database(), SERVICE, NOTE, [sms?.sms_id ?? '', outcome, outcome === 'sent' ? '1' : null, null]);
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

  it('is written once for a notification, and for nobody without a proved number', async () => {
    const id = await tell(database(), account, 'once');
    expect(await queue(account, id)).toBe(true);
    expect(await queue(account, id)).toBe(false);
    const other = await signUp(database());
    expect(await queue(other, await tell(database(), other, 'once'))).toBe(false);
    // Somebody else's notification is none.
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

  it('what was claimed nobody else gets, until it is sure that it was lost', async () => {
    await queue(account, await tell(database(), account, 'claim'));
    const [sms] = await claimAt(NOON, account);
    expect(await claimAt('2026-11-24T11:01:00Z', account)).toEqual([]);
    expect(await claimAt('2026-11-24T11:02:00Z', account)).toHaveLength(1);
    await note(sms, 'sent');
    expect(await claimAt('2026-11-24T11:30:00Z', account)).toEqual([]);
    expect(await statesOf(account)).toEqual([{ state: 'sent', reason: null }]);
    // What has left is not taken back by a sender that comes late.
    await note(sms, 'refused');
    expect(await statesOf(account)).toEqual([{ state: 'sent', reason: null }]);
  });

  it('after five attempts nobody tries again, and what is refused not even once more', async () => {
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
