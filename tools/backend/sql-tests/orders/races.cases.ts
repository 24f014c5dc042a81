import { randomUUID } from 'node:crypto';
import { ask, become, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { BOOK_FOR_ONE } from '../scenes/bookings';
import { CREATE_ORDER, fulfil, FULFIL_CHECKOUT, openCheckout, orderArguments, reportOf } from '../scenes/checkouts';
import { COURSE_60 } from '../scenes/courses';
import { balanceOf, giveCredits, signUpInstitution } from '../scenes/institutions';
import { connectAll, hints, race, won } from '../scenes/races';
import { one } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';
import { addTrainee } from '../scenes/trainees';
import { declaration, RECORD_WITHDRAWAL } from '../scenes/withdrawals';

/** A refund by staff. */
const BEGIN_REFUND = 'select nemus_begin_order_refund($1::text::uuid, $2::text::int, $3, 0)';

/** Concurrent reports, declarations and claims. */
export function orderRaceCases(database: () => TestDatabase): void {
  it('gives the receipt of a withdrawal to one of many at the same moment, and holds the limit', async () => {
    const email = `${randomUUID()}@x.example`;
    const same = declaration({ email });
    const send = (parameters: readonly unknown[]) => ({ caller: SERVICE, statement: RECORD_WITHDRAWAL, parameters });
    const finishes = await race(
      database(),
      Array.from({ length: 10 }, () => send(same)),
    );
    expect(won(finishes).filter(({ rows }) => one(rows).claimed)).toHaveLength(1);
    const flood = await race(
      database(),
      Array.from({ length: 20 }, () => send(declaration({ email }))),
    );
    expect(won(flood)).toHaveLength(20);
    expect(won(flood).filter(({ rows }) => one(rows).claimed)).toHaveLength(4);
  });

  it('grants once when webhook and result page come at the same moment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await signUpInstitution(database());
      const report = reportOf(await openCheckout(database(), id, { kind: 'credits', credits: 100 }));
      const finishes = await race(database(), [report, report, report]);
      const processed = won(finishes).map((finish) => Reflect.get(Object(finish.rows[0]?.result), 'already_processed'));
      expect(processed.toSorted()).toEqual([false, true, true]);
      expect(await balanceOf(database(), id)).toMatchObject({ total_credits: 100 });
    }
  });

  it.each([
    ['commits', 'commit', true],
    ['fails', 'rollback', false],
    ['crashes', null, false],
  ] as const)(
    'the second waits for the first; when that one %s, nothing is lost or doubled',
    async (_how, end, processed) => {
      const id = await signUpInstitution(database());
      const { statement, parameters = [] } = reportOf(
        await openCheckout(database(), id, { kind: 'credits', credits: 100 }),
      );
      const [first, second] = await connectAll(database(), 2);
      if (!first || !second) throw new Error('Two connections are needed.');
      await first.query('begin');
      await become(first, SERVICE);
      await first.query(statement, parameters);
      const late = ask(second, SERVICE, statement, parameters);
      if (end === null) await first.close();
      else await first.query(end);
      expect(one(await late).result).toMatchObject({ already_processed: processed, available_credits: 100 });
      expect(await balanceOf(database(), id)).toMatchObject({ total_credits: 100 });
    },
  );

  it('applies the newest event of a subscription, whichever comes first', async () => {
    const id = await signUpInstitution(database());
    const sub = `sub_${id}`;
    const { session, amount } = await openCheckout(database(), id, { kind: 'subscription', tier: 'monthly' });
    const sync = `select nemus_sync_subscription($1, $2, 'monthly', '2030-01-01', false, $3::text::timestamptz)`;
    const event = (status: string, second: number) => ({
      caller: SERVICE,
      statement: sync,
      parameters: [sub, status, `2026-01-01T10:00:0${second}Z`],
    });
    const finishes = await race(database(), [
      event('incomplete', 1),
      event('past_due', 3),
      event('active', 2),
      event('past_due', 3),
      { caller: SERVICE, statement: FULFIL_CHECKOUT, parameters: [session, String(amount), null, sub, null] },
    ]);
    expect(won(finishes)).toHaveLength(5);
    expect(await ask(database(), signedIn(id), 'select status from nemus_subscriptions')).toEqual([
      { status: 'past_due' },
    ]);
  });

  it('begins an event that comes twice at the same moment for both, and finishes it once', async () => {
    const begin = { caller: SERVICE, statement: `select nemus_begin_event('evt_race', 'x', now()) as open` };
    const finishes = await race(database(), [begin, begin, begin]);
    expect(won(finishes).map(({ rows }) => rows[0]?.open)).toEqual([true, true, true]);
    expect(
      await database().query(`select attempts from private.nemus_provider_events where event_id = 'evt_race'`),
    ).toEqual([{ attempts: 3 }]);
  });

  it('hands out the letter of a purchase once of ten at the same moment', async () => {
    const id = await signUpInstitution(database());
    await giveCredits(database(), id, 1000);
    const trainee = await addTrainee(database(), id);
    await ask(database(), signedIn(id), BOOK_FOR_ONE, [COURSE_60, trainee]);
    const letters = {
      caller: SERVICE,
      statement: 'select jsonb_array_length(nemus_claim_purchase_letters($1::text::uuid)) as letters',
      parameters: [id],
    };
    const finishes = await race(
      database(),
      Array.from({ length: 10 }, () => letters),
    );
    expect(
      won(finishes)
        .map(({ rows }) => Number(rows[0]?.letters))
        .toSorted(),
    ).toEqual([...Array(9).fill(0), 1]);
  });

  it('writes every order of one account, however many at once', async () => {
    const id = await signUpInstitution(database());
    const order = {
      caller: SERVICE,
      statement: CREATE_ORDER,
      parameters: orderArguments(id, { kind: 'credits', credits: 100 }),
    };
    expect(
      won(
        await race(
          database(),
          Array.from({ length: 10 }, () => order),
        ),
      ),
    ).toHaveLength(10);
  });

  it('owes one refund when two of staff refund the same, and one of two different ones', async () => {
    for (let round = 0; round < 6; round += 1) {
      const staff = [await hireStaff(database(), ['orders']), await hireStaff(database(), ['orders'])];
      const checkout = await openCheckout(database(), await signUp(database()), {
        kind: 'course',
        course: COURSE_60,
      });
      await fulfil(database(), checkout);
      const cents = round % 2 === 0 ? ['12000', '12000'] : ['12000', '5000'];
      const finishes = await race(
        database(),
        [0, 1, 0, 1].map((who, index) => ({
          caller: signedIn(staff[who] ?? ''),
          statement: BEGIN_REFUND,
          parameters: [checkout.order, cents[index % 2], 'Kulanz'],
        })),
      );
      const refused = [...hints(finishes)];
      expect({ round, refused }).toEqual({ round, refused: round % 2 === 0 ? [] : ['refund_outdated'] });
      const debts = await database().query(
        'select count(*)::int as n from private.nemus_refunds where order_id = $1::text::uuid',
        [checkout.order],
      );
      expect(one(debts).n).toBe(1);
    }
  });
}
