import { giveCredits, signUp, signUpInstitution } from './accounts';
import { argumentsOf, CREATE, openCheckout } from './behaviour/checkout';
import { addTrainee } from './behaviour/credits';
import { COURSE_60, one } from './behaviour/values';
import { SERVICE, signedIn } from './database/database';
import { onEveryEngine, SERVER } from './database/engines';
import { hints, race, reportOf, won } from './race';

onEveryEngine(
  (database) => {
    it('lets one of many purchases of a course for the same person begin, whoever makes them', async () => {
      for (let round = 0; round < 8; round += 1) {
        const [account, institution] = [await signUp(database()), await signUpInstitution(database())];
        await giveCredits(database(), institution, 1000);
        const trainee = await addTrainee(database(), institution, 'kim@x.example');
        await database().query(
          'update nemus_trainees set user_id = $2::text::uuid, linked_at = now() where id = $1::text::uuid',
          [trainee, account],
        );
        const order = (user: string, trainees: readonly string[]) => ({
          caller: SERVICE,
          statement: CREATE,
          parameters: argumentsOf(user, { kind: 'course', course: COURSE_60, trainees }),
        });
        const book = {
          caller: signedIn(institution),
          statement: 'select nemus_book_course($1::text::uuid, array[$2::text::uuid])',
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
        const trainee = await addTrainee(database(), institution, 'kim@x.example');
        const link = 'update nemus_trainees set user_id = $2::text::uuid, linked_at = now() where id = $1::text::uuid';
        await database().query(link, [trainee, account]);
        const course = { kind: 'course', course: COURSE_60 } as const;
        // Their pages have expired as far as the portal knows; they are paid at the last moment.
        const checkouts = [
          await openCheckout(database(), account, course),
          await openCheckout(database(), account, course),
          await openCheckout(database(), institution, { ...course, trainees: [trainee] }),
        ];
        const book = {
          caller: signedIn(institution),
          statement: 'select nemus_book_course($1::text::uuid, array[$2::text::uuid])',
          parameters: [COURSE_60, trainee],
        };
        const reports = checkouts.map(reportOf);
        const finishes = await race(database(), [...reports, book, ...reports]);
        // Nobody waits in a circle.
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
        const { enrolled, paid, returning, debts, booked } = one(
          await database().query(counted, [account, institution]),
        );
        expect({ enrolled, kept: Number(paid) + Number(booked), debts }).toEqual({
          enrolled: 1,
          kept: 1,
          debts: returning,
        });
        expect(Number(paid) + Number(returning)).toBe(3);
      }
    });
  },
  SERVER === null ? [] : [SERVER],
);

it('finds a real PostgreSQL when one is asked for', () => {
  expect(SERVER !== null || process.env.NEMUS_REQUIRE_POSTGRES !== '1').toBe(true);
});
