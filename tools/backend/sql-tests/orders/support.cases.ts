import { randomUUID } from 'node:crypto';
import { ask, refusal, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { signUpInstitution } from '../scenes/institutions';
import { addMember } from '../scenes/members';
import { one } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';

const ASK = 'select nemus_ask_support($1::text::uuid, $2, $3)';
const OWN = 'select nemus_own_support() as rows';
const DESK = 'select nemus_staff_support($1::text::boolean) as rows';
const ANSWER = 'select nemus_answer_support($1::text::uuid, $2)';

/** Requests to the support, which subscriptions include. */
export function supportCases(database: () => TestDatabase): void {
  let staff: string;
  beforeEach(async () => {
    await database().query('delete from private.nemus_support_requests');
    staff = await hireStaff(database(), ['people']);
  });
  const subscribe = (institution: string, tier: string, status = 'active') =>
    database().query(
      `insert into nemus_subscriptions (institution_id, tier, status) values ($1::text::uuid, $2, $3)
       on conflict (institution_id) do update set tier = excluded.tier, status = excluded.status`,
      [institution, tier, status],
    );
  const subscriber = async (tier: string) => {
    const institution = await signUpInstitution(database());
    await subscribe(institution, tier);
    return institution;
  };
  const asks = async (account: string, subject: string, id: string = randomUUID()) => {
    await ask(database(), signedIn(account), ASK, [id, subject, 'Wie geht das?']);
    return id;
  };
  const rows = async (account: string, statement: string, parameters: readonly unknown[] = []) => {
    const found: unknown = one(await ask(database(), signedIn(account), statement, parameters)).rows;
    if (!Array.isArray(found)) throw new Error('Expected rows.');
    return found.map((row: object): Readonly<Record<string, unknown>> => ({ ...row }));
  };
  const desk = async (answered = false) =>
    (await rows(staff, DESK, [String(answered)])).map(({ subject, is_priority: first }) => [subject, first]);

  it('puts the yearly plan first and marks it, as long as that plan runs', async () => {
    const [monthly, yearly, other] = [
      await subscriber('monthly'),
      await subscriber('yearly'),
      await subscriber('yearly'),
    ];
    await asks(monthly, 'Monat');
    await asks(yearly, 'Jahr');
    await asks(other, 'Jahr, später');
    expect(await desk()).toEqual([
      ['Jahr', true],
      ['Jahr, später', true],
      ['Monat', false],
    ]);
    // Between request and answer: the subscription ends, another one changes its plan.
    await subscribe(yearly, 'yearly', 'canceled');
    await subscribe(monthly, 'yearly');
    expect(await desk()).toEqual([
      ['Monat', true],
      ['Jahr, später', true],
      ['Jahr', false],
    ]);
  });

  it('is part of a running subscription, and is asked once however often it is sent', async () => {
    const institution = await signUpInstitution(database());
    const attempt = [randomUUID(), 'Frage', 'Wie geht das?'];
    expect(await refusal(database(), signedIn(institution), ASK, attempt)).toMatchObject({
      hint: 'subscription_required',
    });
    await subscribe(institution, 'monthly');
    const id = await asks(institution, 'Frage');
    await asks(institution, 'Frage', id);
    expect(await rows(institution, OWN)).toMatchObject([{ id, subject: 'Frage', answer: null }]);
    for (let n = 0; n < 9; n += 1) await asks(institution, `Frage ${n}`);
    expect(await refusal(database(), signedIn(institution), ASK, attempt)).toMatchObject({
      hint: 'support_requests_open',
    });
    expect(await refusal(database(), signedIn(institution), ASK, [randomUUID(), ' ', 'x'])).toMatchObject({
      hint: 'invalid_request',
    });
  });

  it('is answered once, also after the subscription ended, and those who may ask are told', async () => {
    const institution = await subscriber('yearly');
    const id = await asks(institution, 'Rechnung an zwei Adressen');
    const bookkeeper = await addMember(database(), institution, ['billing']);
    const booker = await addMember(database(), institution, ['booking']);
    await subscribe(institution, 'yearly', 'canceled');
    await ask(database(), signedIn(staff), ANSWER, [id, 'Unter Einstellungen, Abrechnung.']);
    expect(await refusal(database(), signedIn(staff), ANSWER, [id, 'Noch einmal.'])).toMatchObject({
      hint: 'support_answered',
    });
    expect(await rows(bookkeeper, OWN)).toMatchObject([{ id, answer: 'Unter Einstellungen, Abrechnung.' }]);
    expect(await rows(booker, OWN)).toEqual([]);
    expect([await desk(), await desk(true)]).toEqual([[], [['Rechnung an zwei Adressen', false]]]);
    const told = await database().query(
      `select user_id::text as user from nemus_notifications where kind = 'support_answered' and key = $1 order by 1`,
      [`support_answered:${id}`],
    );
    expect(told.map(({ user }) => user)).toEqual([institution, bookkeeper].toSorted());
  });

  it('is seen and answered by no one else', async () => {
    const id = await asks(await subscriber('yearly'), 'Vertraulich');
    const [trainee, stranger] = [await signUp(database()), await subscriber('yearly')];
    expect([await rows(trainee, OWN), await rows(stranger, OWN)]).toEqual([[], []]);
    for (const account of [trainee, stranger, await hireStaff(database(), ['orders'])]) {
      expect(await refusal(database(), signedIn(account), ANSWER, [id, 'Antwort'])).toMatchObject({
        hint: 'staff_required',
      });
      expect(await refusal(database(), signedIn(account), DESK, ['false'])).toMatchObject({ hint: 'staff_required' });
    }
    // Another institution's id is not taken for its own request.
    const taken = await refusal(database(), signedIn(stranger), ASK, [id, 'Andere Frage', 'Wie geht das?']);
    expect(taken).not.toBeNull();
    expect(await refusal(database(), signedIn(staff), ANSWER, [randomUUID(), 'Antwort'])).toMatchObject({
      hint: 'support_request_not_found',
    });
  });
}
