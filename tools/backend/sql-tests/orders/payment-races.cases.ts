import { SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { BOOK_FOR_ONE } from '../scenes/bookings';
import { CREATE_ORDER, openCheckout, orderArguments, reportOf } from '../scenes/checkouts';
import { COURSE_60 } from '../scenes/courses';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { hints, race, won } from '../scenes/races';
import { one } from '../scenes/rows';
import { addTrainee } from '../scenes/trainees';

/** Concurrent purchases of the same course. */
export function paymentRaceCases(database: () => TestDatabase): void {
  it('lets one of many purchases of a course for the same person begin, from all buyers', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [account, institution] = [await signUp(database()), await signUpInstitution(database())];
      await giveCredits(database(), institution, 1000);
      const trainee = await addTrainee(database(), institution, { account });
      const order = (user: string, trainees: readonly string[]) => ({
        caller: SERVICE,
        statement: CREATE_ORDER,
        parameters: orderArguments(user, { kind: 'course', course: COURSE_60, trainees }),
      });
      const book = {
        caller: signedIn(institution),
        statement: BOOK_FOR_ONE,
        parameters: [COURSE_60, trainee],
      };
      const finishes = await race(database(), [
        order(account, []),
        order(account, []),
        order(institution, [trainee]),
        order(institution, [trainee]),
        book,
        book,
      ]);
      expect(won(finishes)).toHaveLength(1);
      for (const hint of hints(finishes))
        expect(['purchase_pending', 'purchase_elsewhere', 'already_enrolled']).toContain(hint);
    }
  });

  it('grants one of the payments and bookings that meet, and owes the others back', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [account, institution] = [await signUp(database()), await signUpInstitution(database())];
      await giveCredits(database(), institution, 1000);
      const trainee = await addTrainee(database(), institution, { account });
      const course = { kind: 'course', course: COURSE_60 } as const;
      // Their pages have expired as far as the portal knows; they are paid at the last moment.
      const checkouts = [
        await openCheckout(database(), account, course),
        await openCheckout(database(), account, course),
        await openCheckout(database(), institution, { ...course, trainees: [trainee] }),
      ];
      const book = {
        caller: signedIn(institution),
        statement: BOOK_FOR_ONE,
        parameters: [COURSE_60, trainee],
      };
      const reports = checkouts.map(reportOf);
      const finishes = await race(database(), [...reports, book, ...reports]);
      // No deadlock.
      expect([...hints(finishes)].filter((hint) => hint !== 'already_enrolled')).toEqual([]);
      const counted = `
        select (select count(*)::int from nemus_course_enrollments where user_id = $1::text::uuid) as enrolled,
          (select count(*)::int from nemus_orders where user_id in ($1::text::uuid, $2::text::uuid)
            and status = 'paid') as paid,
          (select count(*)::int from nemus_orders where user_id in ($1::text::uuid, $2::text::uuid)
            and status = 'returning') as returning,
          (select count(*)::int from private.nemus_refunds r join nemus_orders o on o.id = r.order_id
            where o.user_id in ($1::text::uuid, $2::text::uuid)) as debts,
          (select count(*)::int from nemus_credit_entries where institution_id = $2::text::uuid and kind = 'spend') as booked`;
      const { enrolled, paid, returning, debts, booked } = one(await database().query(counted, [account, institution]));
      expect({ enrolled, kept: Number(paid) + Number(booked), debts }).toEqual({
        enrolled: 1,
        kept: 1,
        debts: returning,
      });
      expect(Number(paid) + Number(returning)).toBe(3);
    }
  });
}
