import { hireStaff, signUp } from './accounts';
import { fulfil, openCheckout } from './behaviour/checkout';
import { COURSE_60, one } from './behaviour/values';
import { signedIn } from './database/database';
import { onEveryEngine, SERVER } from './database/engines';
import { hints, race, won } from './race';

const REFUND = 'select nemus_begin_order_refund($1::text::uuid, $2::text::int, $3, 0)';

onEveryEngine(
  (database) => {
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
            statement: REFUND,
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

    it('leaves one of two who take the role from each other, or block each other, at the same moment', async () => {
      for (const [statement, values] of [
        [`select nemus_take_role($1::text::uuid, 'people')`, []],
        ['select nemus_block_account($1::text::uuid, $2)', ['Missbrauch']],
      ] as const) {
        const [first, second] = [await hireStaff(database(), ['people']), await hireStaff(database(), ['people'])];
        const finishes = await race(database(), [
          { caller: signedIn(first), statement, parameters: [second, ...values] },
          { caller: signedIn(second), statement, parameters: [first, ...values] },
        ]);
        expect(won(finishes)).toHaveLength(1);
        expect(['staff_required', 'account_blocked']).toEqual(expect.arrayContaining([...hints(finishes)]));
      }
    });
  },
  SERVER === null ? [] : [SERVER],
);

it('finds a real PostgreSQL when one is asked for', () => {
  expect(SERVER !== null || process.env.NEMUS_REQUIRE_POSTGRES !== '1').toBe(true);
});
