import { ask, refusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { signUp } from '../scenes/accounts';
import { BOOK_FOR_ONE, CANCEL_PLACES } from '../scenes/bookings';
import { addDate, addSoldSeminar } from '../scenes/dates';
import { enrol } from '../scenes/enrolments';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { chooseDate } from '../scenes/places';
import { one, text } from '../scenes/rows';
import { addTrainee } from '../scenes/trainees';

const OF_BOOKING = 'select nemus_booked_places($1::text::uuid) as places';
const OF_TRAINEE = 'select nemus_booked_places(p_trainee => $1::text::uuid) as places';

/** What an institution reads about its booked trainees, and what it does not. */
export function bookedPlaceCases(database: () => TestDatabase): void {
  const institutionWithCredits = async () => {
    const institution = await signUpInstitution(database());
    await giveCredits(database(), institution, 1000);
    return institution;
  };
  const link = (trainee: string, user: string | null) =>
    database().query('update nemus_trainees set user_id = $1::text::uuid where id = $2::text::uuid', [user, trainee]);
  const linked = async (institution: string, user: string) => {
    return addTrainee(database(), institution, { account: user });
  };
  const book = async (institution: string, seminar: string, trainee: string) =>
    text(await ask(database(), signedIn(institution), BOOK_FOR_ONE, [seminar, trainee]), 'id');
  const advance = (user: string, seminar: string, progress: number) =>
    database().query(
      `update nemus_course_enrollments set status = 'in_progress', progress_percentage = $3::text::int
       where user_id = $1::text::uuid and course_id = $2::text::uuid`,
      [user, seminar, String(progress)],
    );
  const buy = (user: string, seminar: string) => enrol(database(), user, seminar);
  const places = async (account: string, query: string, id: string) =>
    one(await ask(database(), signedIn(account), query, [id])).places;
  /** A booked trainee who has chosen a date and is 40 % through. */
  const scene = async () => {
    const institution = await institutionWithCredits();
    const [user, seminar] = [await signUp(database()), await addSoldSeminar(database())];
    const trainee = await linked(institution, user);
    const booking = await book(institution, seminar, trainee);
    const date = await addDate(database(), seminar, { capacity: 3 });
    await chooseDate(database(), user, date);
    await advance(user, seminar, 40);
    return { institution, user, seminar, trainee, booking, date };
  };

  it('are read with progress and date, by booking and by trainee', async () => {
    const { institution, trainee, booking, date } = await scene();
    const place = {
      booking_id: booking,
      trainee_id: trainee,
      progress_percentage: 40,
      date: expect.objectContaining({ appointment_id: date, status: 'confirmed' }),
    };
    expect(await places(institution, OF_BOOKING, booking)).toEqual([place]);
    expect(await places(institution, OF_TRAINEE, trainee)).toEqual([place]);
    const both = 'select nemus_booked_places($1::text::uuid, $2::text::uuid) as places';
    expect(one(await ask(database(), signedIn(institution), both, [booking, trainee])).places).toEqual([place]);
    expect(one(await ask(database(), signedIn(institution), 'select nemus_booked_places() as places')).places).toEqual(
      [],
    );
  });

  it('are nothing to another institution, though it is linked with the same person and booked something', async () => {
    const { user, booking, trainee } = await scene();
    const other = await institutionWithCredits();
    const theirs = await linked(other, user);
    const seminar = await addSoldSeminar(database(), { title: 'Supervision' });
    const second = await book(other, seminar, theirs);
    expect(await places(other, OF_BOOKING, booking)).toEqual([]);
    expect(await places(other, OF_TRAINEE, trainee)).toEqual([]);
    // Of the person it reads its own booking alone.
    expect(await places(other, OF_TRAINEE, theirs)).toMatchObject([{ booking_id: second, progress_percentage: 0 }]);
    const mixed = 'select nemus_booked_places($1::text::uuid, $2::text::uuid) as places';
    expect(one(await ask(database(), signedIn(other), mixed, [booking, theirs])).places).toEqual([]);
    expect(await places(user, OF_BOOKING, booking)).toEqual([]);
    expect(await refusal(database(), SERVICE, OF_BOOKING, [booking])).not.toBeNull();
  });

  it('end with the link, and are not those of a newly linked account', async () => {
    const { institution, trainee, booking } = await scene();
    await link(trainee, null);
    expect(await places(institution, OF_BOOKING, booking)).toEqual([]);
    expect(await places(institution, OF_TRAINEE, trainee)).toEqual([]);
    await link(trainee, await signUp(database()));
    expect(await places(institution, OF_BOOKING, booking)).toEqual([]);
  });

  it('end with the booking, whatever the person does afterwards', async () => {
    const { institution, user, seminar, trainee, booking } = await scene();
    await database().query(
      `update nemus_course_enrollments set status = 'not_started', progress_percentage = 0
       where user_id = $1::text::uuid`,
      [user],
    );
    await ask(database(), SERVICE, CANCEL_PLACES, [institution, booking, `{${trainee}}`]);
    await buy(user, seminar);
    await advance(user, seminar, 70);
    expect(await places(institution, OF_BOOKING, booking)).toEqual([]);
    expect(await places(institution, OF_TRAINEE, trainee)).toEqual([]);
  });

  it('say nothing of a seminar that the person had bought before an account was linked', async () => {
    const institution = await institutionWithCredits();
    const [user, seminar] = [await signUp(database()), await addSoldSeminar(database())];
    const trainee = await addTrainee(database(), institution);
    const booking = await book(institution, seminar, trainee);
    await buy(user, seminar);
    await advance(user, seminar, 70);
    await link(trainee, user);
    expect(await places(institution, OF_BOOKING, booking)).toEqual([]);
  });

  it('do not name a date that was attended by an earlier purchase', async () => {
    const institution = await institutionWithCredits();
    const [user, seminar] = [await signUp(database()), await addSoldSeminar(database())];
    await buy(user, seminar);
    const date = await addDate(database(), seminar);
    await chooseDate(database(), user, date);
    await database().query(
      `update nemus_appointments set starts_at = now() - interval '3 days', ends_at = now() - interval '2 days'
       where id = $1::text::uuid`,
      [date],
    );
    await database().query('delete from nemus_course_enrollments where user_id = $1::text::uuid', [user]);
    const trainee = await linked(institution, user);
    const booking = await book(institution, seminar, trainee);
    expect(await places(institution, OF_BOOKING, booking)).toMatchObject([{ trainee_id: trainee, date: null }]);
    const dates = 'select nemus_booking_dates($1::text::uuid) as dates';
    expect(one(await ask(database(), signedIn(institution), dates, [booking])).dates).toEqual([
      { trainee_id: trainee, date: null },
    ]);
  });
}
