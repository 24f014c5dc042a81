import { ask, readRefusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { onEveryEngine } from '../database/engines';
import { BOOK_FOR_ONE } from '../scenes/bookings';
import { fulfil, openCheckout, REFUND_CHECKOUT, type Checkout } from '../scenes/checkouts';
import { signUpInstitution } from '../scenes/institutions';
import { randomFrom } from '../scenes/random';
import { one, text } from '../scenes/rows';
import { addTrainee } from '../scenes/trainees';

const STEPS = 1_000;
/** Another seed plays another game; a failure names the one it was played with. */
const SEED = Number(process.env.NEMUS_LEDGER_SEED ?? 20_261_121);

/** Errors that a random move may meet; anything else is a mistake. */
const EXPECTED: readonly unknown[] = [
  'insufficient_credits',
  'already_enrolled',
  'enrollment_not_found',
  'order_not_found',
];

interface Game {
  readonly database: TestDatabase;
  readonly institution: string;
  readonly trainees: readonly string[];
  readonly courses: readonly string[];
  readonly checkouts: Checkout[];
  readonly enrollments: string[];
  pick<T>(items: readonly T[]): T | undefined;
  below(limit: number): number;
}

const MOVES: readonly ((game: Game) => Promise<unknown>)[] = [
  async function buy({ database, institution, checkouts, below }) {
    const checkout = await openCheckout(database, institution, { kind: 'credits', credits: 100 + 50 * below(4) });
    checkouts.push(checkout);
    return fulfil(database, checkout);
  },
  async function reportAgain({ database, checkouts, pick }) {
    const checkout = pick(checkouts);
    return checkout && fulfil(database, checkout);
  },
  async function refundMoney({ database, checkouts, pick, below }) {
    const checkout = pick(checkouts);
    return checkout && ask(database, SERVICE, REFUND_CHECKOUT, [checkout.payment, String(below(checkout.amount + 1))]);
  },
  async function enrol({ database, institution, courses, enrollments, pick }) {
    const rows = await ask(
      database,
      signedIn(institution),
      `insert into nemus_course_enrollments (user_id, course_id, enrollment_type, status)
       values ($1::text::uuid, $2::text::uuid, 'institution_credits', 'not_started') returning id::text`,
      [institution, pick(courses)],
    );
    enrollments.push(text(rows, 'id'));
  },
  async function giveBack({ database, enrollments, pick }) {
    return ask(database, SERVICE, 'select nemus_refund_enrollment($1::text::uuid)', [pick(enrollments) ?? null]);
  },
  async function book({ database, institution, courses, trainees, pick }) {
    return ask(database, signedIn(institution), BOOK_FOR_ONE, [pick(courses), pick(trainees)]);
  },
];

/** What the ledger says, beside what the balance says and what stands there for the credits. */
const ACCOUNT = `
  select b.total_credits, b.used_credits, b.available_credits,
    (select coalesce(sum(amount), 0)::int from nemus_credit_entries e where e.institution_id = b.institution_id) as ledger,
    (select coalesce(sum(c.credit_cost), 0)::int from nemus_course_enrollments e join nemus_courses c on c.id = e.course_id
      where e.user_id = b.institution_id and e.enrollment_type = 'institution_credits')
    + (select coalesce(sum(k.credits_spent), 0)::int from nemus_course_bookings k
      where k.institution_id = b.institution_id) as held
  from nemus_credit_balances b where b.institution_id = $1::text::uuid`;

onEveryEngine((database) => {
  it(`adds up after each of ${STEPS} random purchases, refunds and enrolments (seed ${SEED})`, async () => {
    const random = randomFrom(SEED);
    const below = (limit: number) => Math.floor(random() * limit);
    const pick = <T>(items: readonly T[]): T | undefined => items[below(items.length)];
    const courses = (await database().query('select id::text from nemus_courses')).map(({ id }) => String(id));
    const games: Game[] = [];
    for (const name of ['a', 'b', 'c']) {
      const institution = await signUpInstitution(database(), `Praxis ${name}`);
      const trainees: string[] = [];
      for (let person = 0; person < 3; person += 1) trainees.push(await addTrainee(database(), institution));
      games.push({ database: database(), institution, trainees, courses, checkouts: [], enrollments: [], pick, below });
    }
    const met = new Map<unknown, number>();
    for (let step = 0; step < STEPS; step += 1) {
      const game = pick(games);
      const move = pick(MOVES);
      if (!game || !move) throw new Error('Nothing to play.');
      const outcome = await move(game).then(
        () => 'done',
        (error: unknown) => readRefusal(error).hint,
      );
      met.set(outcome, (met.get(outcome) ?? 0) + 1);
      const account = one(await database().query(ACCOUNT, [game.institution]));
      const { available_credits: available, used_credits: used } = account;
      expect({ step, move: move.name, ...account }).toMatchObject({ ledger: available, held: used });
      expect(available).toBeGreaterThanOrEqual(0);
    }
    expect([...met.keys()].filter((outcome) => outcome !== 'done' && !EXPECTED.includes(outcome))).toEqual([]);
    // The game was no walk-over: most kinds of refusal came up, and much worked.
    expect(met.get('done')).toBeGreaterThan(STEPS / 3);
    expect(met.get('insufficient_credits')).toBeGreaterThan(STEPS / 100);
  }, 120_000);
});
