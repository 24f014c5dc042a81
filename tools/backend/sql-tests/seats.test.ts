import { creditForecastTests } from './behaviour/credit-forecast';
import { ASSIGN, bookSeats, FREE, TRANSFER } from './behaviour/seat-scene';
import { seatTests } from './behaviour/seats';
import { one } from './behaviour/values';
import { SERVICE, signedIn } from './database/database';
import { onEveryEngine, SERVER } from './database/engines';
import { hints, race, won } from './race';

const CANCEL = 'select nemus_cancel_places($1::text::uuid, $2::text::uuid, $3::text::uuid[])';

onEveryEngine((database) => {
  describe('places that were paid', () => {
    seatTests(database);
  });
  describe('the forecast of credits', () => {
    creditForecastTests(database);
  });
});

it('races where there is a real PostgreSQL', () => {
  expect(SERVER !== null || process.env.NEMUS_REQUIRE_POSTGRES !== '1').toBe(true);
});

onEveryEngine(
  (database) => {
    it('one place goes to one person, and a free one to one', async () => {
      for (let round = 0; round < 6; round += 1) {
        const { institution, booking, booked, others } = await bookSeats(database(), 3);
        const caller = signedIn(institution);
        const [ada, cem, dora] = [booked[0]?.row ?? '', others[0]?.row ?? '', others[1]?.row ?? ''];
        const transfers = await race(database(), [
          { caller, statement: TRANSFER, parameters: [booking, ada, cem] },
          { caller, statement: TRANSFER, parameters: [booking, ada, dora] },
          { caller, statement: FREE, parameters: [booking, ada] },
        ]);
        expect(won(transfers)).toHaveLength(1);
        expect(hints(transfers)).toEqual(new Set(['place_not_found']));
        await race(database(), [{ caller, statement: FREE, parameters: [booking, booked[1]?.row ?? ''] }]);
        const people = await database().query(
          `select t.id from nemus_trainees t where t.institution_id = $1::text::uuid and not exists (
             select from nemus_booking_participants p where p.trainee_id = t.id)`,
          [institution],
        );
        const given = await race(
          database(),
          people.map(({ id }) => ({ caller, statement: ASSIGN, parameters: [booking, String(id)] })),
        );
        const counted = one(
          await database().query(
            `select b.participants as paid, b.free_places as free,
               (select count(*)::int from nemus_booking_participants p where p.booking_id = b.id) as given
             from nemus_course_bookings b where b.id = $1::text::uuid`,
            [booking],
          ),
        );
        expect(won(given).length).toBeGreaterThan(0);
        expect(Number(counted.free) + Number(counted.given)).toBe(2);
        expect(counted).toMatchObject({ paid: 2, free: 0 });
      }
    });

    it('what is given back and transferred at the same moment is one of both, and paid back once', async () => {
      for (let round = 0; round < 6; round += 1) {
        const { institution, booking, booked, others } = await bookSeats(database(), 20);
        const [ada, cem] = [booked[0]?.row ?? '', others[0]?.row ?? ''];
        const both = await race(database(), [
          { caller: signedIn(institution), statement: TRANSFER, parameters: [booking, ada, cem] },
          { caller: SERVICE, statement: CANCEL, parameters: [institution, booking, `{${ada}}`] },
          { caller: SERVICE, statement: CANCEL, parameters: [institution, booking, `{${ada}}`] },
        ]);
        expect(won(both)).toHaveLength(1);
        const { paid, left } = one(
          await database().query(
            `select (select b.participants from nemus_course_bookings b where b.id = $1::text::uuid) as paid,
               (select c.available_credits from nemus_credit_balances c where c.institution_id = $2::text::uuid) as left`,
            [booking, institution],
          ),
        );
        expect(Number(left)).toBe(200 - 60 * Number(paid));
      }
    });
  },
  SERVER === null ? [] : [SERVER],
);
