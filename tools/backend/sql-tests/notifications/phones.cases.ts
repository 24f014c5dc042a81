import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { dayFrom } from '../scenes/days';
import { signUpInstitution } from '../scenes/institutions';
import { tell } from '../scenes/notifications';
import { askForCode, CHECK_PHONE, CLAIM_SMS, freshNumber, giveNumber, START_PHONE_CHECK } from '../scenes/phones';
import { one } from '../scenes/rows';

const START_AT = 'select private.nemus_start_phone_check($1::text::uuid, $2, $3, $4::text::timestamptz) as id';
const QUEUE =
  'select private.nemus_queue_sms($1::text::uuid, $2::text::uuid, $3::text::boolean, $4::text::timestamptz) as queued';
const ENTER_AT = 'select private.nemus_enter_phone_code($1::text::uuid, $2, $3::text::timestamptz) as answer';
const END = 'select nemus_end_phone()';
/** A Tuesday at noon in Berlin. */
const NOON = '2026-11-24T11:00:00Z';

const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Numbers that accounts prove, and how often they may try. */
export function phoneCases(database: () => TestDatabase): void {
  const enter = async (account: string, code: string) =>
    one(await ask(database(), signedIn(account), CHECK_PHONE, [code])).answer;
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

  it('no number gets more than three codes a day, from all accounts together', async () => {
    const number = freshNumber();
    for (let asked = 0; asked < 3; asked += 1) {
      expect(await startAt(await signUp(database()), number, '2026-11-24T10:00:00Z')).toBeNull();
    }
    expect(await startAt(await signUp(database()), number, '2026-11-24T10:00:00Z')).toMatchObject({
      hint: 'phone_code_limit',
      values: { of: 'number' },
    });
  });

  it('one account does not use up the codes of a number', async () => {
    const [number, account] = [freshNumber(), await signUp(database())];
    for (const minute of ['00', '02']) {
      expect(await startAt(account, number, `2026-11-24T10:${minute}:00Z`)).toBeNull();
    }
    expect(await startAt(account, number, '2026-11-24T10:04:00Z')).toMatchObject({ values: { of: 'number' } });
    expect(await startAt(await signUp(database()), number, '2026-11-24T10:06:00Z')).toBeNull();
  });

  it('all codes of a day together have a limit', async () => {
    await database().query(`insert into private.nemus_settings (key, value) values ('sms_limits', '{"total": 1}')
      on conflict (key) do update set value = excluded.value`);
    try {
      // A separate day, on which no other test requests a code.
      const day = dayFrom(40);
      expect(await startAt(await signUp(database()), freshNumber(), `${day}T10:00:00Z`)).toBeNull();
      expect(await startAt(await signUp(database()), freshNumber(), `${day}T10:01:00Z`)).toMatchObject({
        values: { of: 'total' },
      });
    } finally {
      await database().query(`delete from private.nemus_settings where key = 'sms_limits'`);
    }
  });

  it('an account with an unconfirmed address cannot request one', async () => {
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

  it('consent ends with the number; its time and text are kept for three years', async () => {
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

  it('no account requests, enters or ends for another one', async () => {
    const account = await signUp(database());
    expect(
      await refusal(database(), signedIn(account), START_PHONE_CHECK, [account, freshNumber(), '2026-11']),
    ).toMatchObject({
      code: '42501',
    });
    expect(await refusal(database(), signedIn(account), CLAIM_SMS)).toMatchObject({ code: '42501' });
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
