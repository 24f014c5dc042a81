import { SERVICE, signedIn, type TestDatabase } from '../database/database';
import { CANCEL_PLACES } from '../scenes/bookings';
import { hints, race, won } from '../scenes/races';
import { one } from '../scenes/rows';
import { ASSIGN_SEAT, bookSeats, FREE_SEAT, TRANSFER_SEAT } from '../scenes/seats';

/** Concurrent transfers of places. */
export function seatRaceCases(database: () => TestDatabase): void {
  it('one place goes to one person, and a free one to one', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { institution, booking, booked, others } = await bookSeats(database(), 3);
      const caller = signedIn(institution);
      const [ada, cem, dora] = [booked[0]?.trainee ?? '', others[0]?.trainee ?? '', others[1]?.trainee ?? ''];
      const transfers = await race(database(), [
        { caller, statement: TRANSFER_SEAT, parameters: [booking, ada, cem] },
        { caller, statement: TRANSFER_SEAT, parameters: [booking, ada, dora] },
        { caller, statement: FREE_SEAT, parameters: [booking, ada] },
      ]);
      expect(won(transfers)).toHaveLength(1);
      expect(hints(transfers)).toEqual(new Set(['place_not_found']));
      await race(database(), [{ caller, statement: FREE_SEAT, parameters: [booking, booked[1]?.trainee ?? ''] }]);
      const people = await database().query(
        `select t.id from nemus_trainees t where t.institution_id = $1::text::uuid and not exists (
           select from nemus_booking_participants p where p.trainee_id = t.id)`,
        [institution],
      );
      const given = await race(
        database(),
        people.map(({ id }) => ({ caller, statement: ASSIGN_SEAT, parameters: [booking, String(id)] })),
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
      const [ada, cem] = [booked[0]?.trainee ?? '', others[0]?.trainee ?? ''];
      const both = await race(database(), [
        { caller: signedIn(institution), statement: TRANSFER_SEAT, parameters: [booking, ada, cem] },
        { caller: SERVICE, statement: CANCEL_PLACES, parameters: [institution, booking, `{${ada}}`] },
        { caller: SERVICE, statement: CANCEL_PLACES, parameters: [institution, booking, `{${ada}}`] },
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
}
