import { ask, signedIn, type TestDatabase } from '../database/database';
import { BOOK_FOR_ONE } from '../scenes/bookings';
import { fulfil, openCheckout } from '../scenes/checkouts';
import { addDate } from '../scenes/dates';
import { ENROL_WITH_CREDITS } from '../scenes/enrolments';
import { giveCredits, signUpInstitution } from '../scenes/institutions';
import { one, text } from '../scenes/rows';
import { addTrainee } from '../scenes/trainees';

/** The terms of {@link addCourse}, as a purchase keeps them. */
const SOLD = {
  title: 'Wie verkauft',
  price_euros: 80,
  credit_cost: 40,
  competency: 'fachliche_kompetenz',
  difficulty: 'Anfänger',
  theory_units: 6,
  practical_units: 2,
  elearning_units: 0,
  has_dates: true,
  zfu_status: 'approved',
  zfu_number: '7310122',
};
const TERMS = `select amount_cents, credits_amount, terms from nemus_transactions
  where user_id = $1::text::uuid and type = 'course'`;

export function termsCases(database: () => TestDatabase): void {
  const addCourse = async () => {
    const course = text(
      await database().query(
        `insert into nemus_courses (title, competency, duration_hours, difficulty, theory_units, practical_units,
           price_euros, credit_cost, has_dates, zfu_status, zfu_number)
         values ('Wie verkauft', 'fachliche_kompetenz', 8, 'Anfänger', 6, 2, 80, 40, true, 'approved', '7310122')
         returning id::text`,
      ),
      'id',
    );
    await addDate(database(), course);
    return course;
  };
  const changeCourse = (course: string) =>
    database().query(
      `update nemus_courses set title = 'Teurer', price_euros = 200, credit_cost = 90, zfu_status = 'not_required',
         zfu_number = null where id = $1::text::uuid`,
      [course],
    );

  it('are those of the order, in order, purchase and booking, whatever the catalogue says when it is paid', async () => {
    const course = await addCourse();
    const institution = await signUpInstitution(database());
    const trainee = await addTrainee(database(), institution);
    const checkout = await openCheckout(
      database(),
      institution,
      { kind: 'course', course, trainees: [trainee] },
      '1 hour',
    );
    await changeCourse(course);
    await fulfil(database(), checkout);
    const me = signedIn(institution);
    expect(
      await ask(
        database(),
        me,
        'select title, amount_cents, terms from nemus_orders where course_id = $1::text::uuid',
        [course],
      ),
    ).toEqual([{ title: 'Wie verkauft', amount_cents: 8000, terms: SOLD }]);
    expect(await ask(database(), me, TERMS, [institution])).toEqual([
      { amount_cents: 8000, credits_amount: null, terms: SOLD },
    ]);
    expect(
      await ask(
        database(),
        me,
        'select course_name, price_cents from nemus_course_bookings where order_id is not null',
      ),
    ).toEqual([{ course_name: 'Wie verkauft', price_cents: 8000 }]);
    const invoice = one(
      await ask(
        database(),
        me,
        'select gross_cents, lines -> 0 ->> $1 as line from nemus_invoices where not is_sample',
        ['description'],
      ),
    );
    expect(invoice).toEqual({ gross_cents: 8000, line: 'Wie verkauft' });
  });

  it('are those of the moment in which credits paid, for the account itself and for trainees', async () => {
    const course = await addCourse();
    const institution = await signUpInstitution(database());
    await giveCredits(database(), institution, 80);
    const me = signedIn(institution);
    await ask(database(), me, ENROL_WITH_CREDITS, [institution, course]);
    const trainee = await addTrainee(database(), institution);
    await ask(database(), me, BOOK_FOR_ONE, [course, trainee]);
    await changeCourse(course);
    const paid = { amount_cents: 0, credits_amount: -40, terms: SOLD };
    expect(await ask(database(), me, TERMS, [institution])).toEqual([paid, paid]);
  });
}
