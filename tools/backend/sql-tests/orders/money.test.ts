import { ask, readRefusal, SERVICE, signedIn, type TestDatabase } from '../database/database';
import { onEveryEngine } from '../database/engines';
import { BOOK, CANCEL_PLACES } from '../scenes/bookings';
import { buy, fulfil, ONE_COURSE, openCheckout, type Checkout } from '../scenes/checkouts';
import { COURSE_60 } from '../scenes/courses';
import { dayFrom } from '../scenes/days';
import { signUpInstitution } from '../scenes/institutions';
import { randomFrom } from '../scenes/random';
import { one, text } from '../scenes/rows';
import { hireStaff } from '../scenes/staff';
import { addTrainee } from '../scenes/trainees';

/** `npm run test:soak` plays more. */
const GAMES = process.env.NEMUS_SOAK === '1' ? 120 : 12;
const STEPS = 18;
/** Another seed plays other games; a failure names its seed and its moves. */
const SEED = Number(process.env.NEMUS_MONEY_SEED ?? 20_261_127);
const PLACE_CENTS = 12_000;
const PEOPLE = 3;

/** Refusals that a random move may meet; anything else is a mistake. */
const EXPECTED: readonly unknown[] = [
  'booking_over',
  'insufficient_credits',
  'already_enrolled',
  'refund_amount',
  'refund_outdated',
];

/** One institution with one order of places and one of credits, and the money that it must get back of each. */
interface Game {
  readonly database: TestDatabase;
  readonly institution: string;
  readonly staff: string;
  readonly trainees: readonly string[];
  readonly places: Purchase;
  readonly credits: Purchase;
  readonly booking: string;
  readonly spender: string;
  spent: string | null;
  readonly subscription: Subscription;
  below(limit: number): number;
}

/** A refund at the provider. */
interface Made {
  readonly id: string;
  readonly cents: number;
  /** The debt it pays; null: by hand. */
  readonly debt: unknown;
  failed: boolean;
}

interface Subscription extends Purchase {
  readonly id: string;
  /** Invoices of plan changes, and their sum. */
  changes: number;
  changed: number;
}

interface Purchase extends Checkout {
  /** Owed by cancellations and staff, as the test counts it. */
  claimed: number;
  /** Was back before a refund failed, so it is owed again. */
  owed: number;
  /** Refunded at the provider by hand. */
  byHand: number;
  /** What the provider has on record, and an earlier answer that may arrive late. */
  readonly made: Made[];
  late: readonly Made[];
  /** Paid by staff another way, after a failure. */
  elsewhere: number;
  /** Debts that the provider has paid: the function that pays them never pays one twice. */
  readonly paid: Set<unknown>;
  disputes: number;
  /** State of the last dispute. */
  dispute: 'open' | 'closed';
}

const orderOf = async ({ database }: Game, { order }: Purchase) =>
  one(
    await database.query(
      `select o.status, o.amount_cents as amount, o.refunded_cents as refunded, o.disputed_cents as disputed,
         o.returning_cents as returning, private.nemus_owed_cents(o.id) as owed,
         (select coalesce(sum(e.amount_cents) filter (where e.kind = 'settled'), 0)::int
           from private.nemus_order_entries e where e.order_id = o.id) as settled,
         (select coalesce(sum(e.amount_cents) filter (where e.kind = 'charged_back'), 0)::int
           from private.nemus_order_entries e where e.order_id = o.id) as charged_back,
         (select coalesce(sum(r.amount_cents), 0)::int from private.nemus_refunds r
           where r.order_id = o.id and r.refunded_at is null) as queued,
         (select coalesce(sum(private.nemus_payable_cents(r)), 0)::int from private.nemus_refunds r
           where r.order_id = o.id and r.refunded_at is null) as payable
       from nemus_orders o where o.id = $1::text::uuid`,
      [order],
    ),
  );
/** The provider's list of refunds, as the functions report it. */
const report = async ({ database }: Game, { payment, made }: Purchase, list: readonly Made[] = made) =>
  ask(database, SERVICE, 'select nemus_refund_checkout($1, $2::text::int, $3::text::jsonb, $4::text::uuid[])', [
    payment,
    String(list.reduce((sum, { cents }) => sum + cents, 0)),
    JSON.stringify(
      list
        .filter(({ failed }) => failed)
        .map(({ id, cents, debt }) => ({
          id,
          amount_cents: cents,
          refund_id: debt,
          reason: 'expired_or_canceled_card',
        })),
    ),
    `{${list.flatMap(({ failed, debt }) => (failed || debt === null ? [] : [debt])).join(',')}}`,
  ]);

function make(purchase: Purchase, cents: number, debt: unknown): Made {
  purchase.late = purchase.made.map((refund) => ({ ...refund }));
  const refund = { id: `re_${purchase.made.length}_${purchase.payment}`, cents, debt, failed: false };
  purchase.made.push(refund);
  return refund;
}

/** A refund fails after it was reported. */
async function failRefund(game: Game, purchase: Purchase): Promise<unknown> {
  const refund = purchase.made.filter(({ failed }) => !failed)[0];
  if (refund === undefined) return false;
  purchase.late = purchase.made.map((before) => ({ ...before }));
  refund.failed = true;
  purchase.owed = Math.max(purchase.owed, Number((await orderOf(game, purchase)).refunded));
  return report(game, purchase);
}

/** A refund fails before the portal has heard of it. */
async function failUnheard(game: Game, purchase: Purchase): Promise<unknown> {
  const debt = await oldestOf(game, purchase);
  if (debt === undefined) return false;
  make(purchase, debt.cents, debt.id).failed = true;
  return report(game, purchase);
}

/** Staff retries what failed. */
const retry = ({ database, staff }: Game, { order }: Purchase) =>
  ask(database, signedIn(staff), 'select nemus_begin_fulfilment($1::text::uuid)', [order]);

async function payElsewhere({ database, staff }: Game, { order }: Purchase): Promise<unknown> {
  const held = await database.query(
    `select r.id::text from private.nemus_refunds r
     where r.order_id = $1::text::uuid and r.is_held and r.refunded_at is null order by r.created_at limit 1`,
    [order],
  );
  if (held.length === 0) return false;
  return ask(database, signedIn(staff), 'select nemus_note_refund_elsewhere($1::text::uuid, $2)', [
    text(held, 'id'),
    'Überwiesen',
  ]);
}

/** The oldest debt that can be paid and was not. */
async function oldestOf(game: Game, purchase: Purchase): Promise<{ id: unknown; cents: number } | undefined> {
  const { list } = one(await ask(game.database, SERVICE, 'select nemus_open_refunds($1) as list', [purchase.session]));
  const debts = (Array.isArray(list) ? list : []).map((debt: unknown) => ({
    id: Reflect.get(Object(debt), 'refund_id'),
    cents: Number(Reflect.get(Object(debt), 'amount_cents')),
  }));
  return debts.find(({ id }) => !purchase.paid.has(id));
}

/** The provider pays the oldest debt that can be paid; false without one. */
async function payOldest(game: Game, purchase: Purchase): Promise<unknown> {
  const debt = await oldestOf(game, purchase);
  if (debt === undefined) return false;
  purchase.paid.add(debt.id);
  make(purchase, debt.cents, debt.id);
  return report(game, purchase);
}

async function refundByHand(game: Game, purchase: Purchase): Promise<unknown> {
  const { refunded, amount, disputed } = await orderOf(game, purchase);
  const left = Number(amount) - Number(refunded) - Number(disputed);
  if (left <= 0) return false;
  const cents = 1 + game.below(left);
  make(purchase, cents, null);
  await report(game, purchase);
  purchase.byHand += cents;
}

async function refundByStaff(game: Game, purchase: Purchase): Promise<void> {
  const { refunded, amount, disputed, owed } = await orderOf(game, purchase);
  const before = Number(refunded) + Number(owed);
  const left = Number(amount) - before - Number(disputed);
  const cents = game.below(3) === 0 ? left : 1 + game.below(Math.max(left, 1));
  await ask(
    game.database,
    signedIn(game.staff),
    'select nemus_begin_order_refund($1::text::uuid, $2::text::int, $3, $4::text::int)',
    [purchase.order, String(cents), 'Kulanz', String(before)],
  );
  purchase.claimed += cents;
}

async function openDispute(game: Game, purchase: Purchase): Promise<unknown> {
  const { refunded, amount, disputed } = await orderOf(game, purchase);
  const left = Number(amount) - Number(refunded) - Number(disputed);
  if (purchase.dispute === 'open' || left <= 0) return false;
  purchase.disputes += 1;
  purchase.dispute = 'open';
  const cents = game.below(2) === 0 ? left : 1 + game.below(left);
  return ask(
    game.database,
    SERVICE,
    `select nemus_settle_dispute($1, $2, $3::text::int, 'fraudulent', 'needs_response', clock_timestamp())`,
    [`du_${purchase.disputes}_${purchase.payment}`, purchase.payment, String(cents)],
  );
}

const closeDispute = (status: string) => async (game: Game, purchase: Purchase) => {
  if (purchase.dispute !== 'open') return false;
  purchase.dispute = 'closed';
  await ask(
    game.database,
    SERVICE,
    `select nemus_settle_dispute(d.dispute_id, d.payment_id, d.amount_cents, d.reason, $2, clock_timestamp())
     from private.nemus_disputes d where d.dispute_id = $1`,
    [`du_${purchase.disputes}_${purchase.payment}`, status],
  );
};

const purchasesOf = ({ places, credits, subscription }: Game): readonly Purchase[] => [places, credits, subscription];
const eitherPurchase = (move: (game: Game, purchase: Purchase) => Promise<unknown>) => (game: Game) =>
  move(game, purchasesOf(game)[game.below(3)] ?? game.places);

const MOVES: Readonly<Record<string, (game: Game) => Promise<unknown>>> = {
  cancelPlace: async (game) => {
    const trainee = game.trainees[game.below(PEOPLE)];
    const held = await game.database.query(
      'select 1 from nemus_booking_participants where booking_id = $1::text::uuid and trainee_id = $2::text::uuid',
      [game.booking, trainee],
    );
    if (held.length === 0) return false;
    const { refunded, amount, owed } = await orderOf(game, game.places);
    await ask(game.database, SERVICE, CANCEL_PLACES, [game.institution, game.booking, `{${trainee}}`]);
    game.places.claimed += Math.min(PLACE_CENTS, Number(amount) - Number(refunded) - Number(owed));
  },
  spendCredits: async (game) => {
    if (game.spent !== null) return false;
    const booked = await ask(game.database, signedIn(game.institution), BOOK, [COURSE_60, `{${game.spender}}`]);
    game.spent = text(booked, 'id');
  },
  returnCredits: async (game) => {
    if (game.spent === null) return false;
    await ask(game.database, SERVICE, CANCEL_PLACES, [game.institution, game.spent, `{${game.spender}}`]);
    game.spent = null;
  },
  payOldest: eitherPurchase(payOldest),
  payOldestOfPlaces: (game) => payOldest(game, game.places),
  reportAgain: eitherPurchase((game, purchase) => report(game, purchase)),
  reportLate: eitherPurchase((game, purchase) => report(game, purchase, purchase.late)),
  failRefund: eitherPurchase(failRefund),
  failUnheard: eitherPurchase(failUnheard),
  retry: eitherPurchase(retry),
  payElsewhere: eitherPurchase(async (game, purchase) => {
    const before = Number((await orderOf(game, purchase)).refunded);
    const done = await payElsewhere(game, purchase);
    purchase.elsewhere += Number((await orderOf(game, purchase)).refunded) - before;
    return done;
  }),
  // The invoice of a change is refunded by the provider, never with the order.
  changePlan: async ({ database, subscription, below }) => {
    const cents = below(2) === 0 ? 9_000 : -2_000;
    subscription.changes += 1;
    subscription.changed += cents;
    const invoice = [subscription.id, `in_${subscription.changes}_${subscription.id}`, String(cents)];
    for (let times = 0; times <= below(2); times += 1) {
      await ask(
        database,
        SERVICE,
        `select nemus_record_invoice($1, $2, $3::text::int, 'eur', now() + interval '40 days', 'card')`,
        invoice,
      );
    }
  },
  refundByHand: eitherPurchase(refundByHand),
  refundByStaff: eitherPurchase(refundByStaff),
  openDispute: eitherPurchase(openDispute),
  win: eitherPurchase(closeDispute('won')),
  lose: eitherPurchase(closeDispute('lost')),
};

/** Credits that are available beside those that were paid and not refunded. */
const CREDITS = `select b.available_credits as available,
    (select sum(o.credits - (o.credits::bigint * least(o.amount_cents, o.refunded_cents + o.disputed_cents + o.failed_cents)
      / o.amount_cents))::int
      from nemus_orders o where o.user_id = b.institution_id and o.kind = 'credits') as paid
  from nemus_credit_balances b where b.institution_id = $1::text::uuid`;

async function begin(database: TestDatabase, staff: string, below: Game['below']): Promise<Game> {
  const institution = await signUpInstitution(database);
  const trainees: string[] = [];
  for (let person = 0; person < PEOPLE; person += 1) trainees.push(await addTrainee(database, institution));
  const untouched = (): Omit<Purchase, keyof Checkout> => ({
    claimed: 0,
    owed: 0,
    byHand: 0,
    made: [],
    late: [],
    elsewhere: 0,
    paid: new Set(),
    disputes: 0,
    dispute: 'closed',
  });
  const places = {
    ...(await buy(database, institution, { ...ONE_COURSE, trainees, start: dayFrom(30) })),
    ...untouched(),
  };
  const credits = { ...(await buy(database, institution, { kind: 'credits', credits: 100 })), ...untouched() };
  const plan = await openCheckout(database, institution, { kind: 'subscription', tier: 'monthly' });
  const id = `sub_${plan.payment}`;
  await fulfil(database, plan, id, new Date(Date.now() + 30 * 86_400_000).toISOString());
  await database.query('update nemus_orders set payment_id = $2 where id = $1::text::uuid', [plan.order, plan.payment]);
  const subscription = { ...plan, ...untouched(), id, changes: 0, changed: 0 };
  const bookings = await database.query('select id::text from nemus_course_bookings where order_id = $1::text::uuid', [
    places.order,
  ]);
  const spender = await addTrainee(database, institution);
  const booking = text(bookings, 'id');
  return {
    database,
    institution,
    staff,
    trainees,
    places,
    credits,
    subscription,
    booking,
    spender,
    spent: null,
    below,
  };
}

/** After each move: the sums are those of the ledger, and no cent is refunded or charged back twice. */
async function checkSums(game: Game, moves: readonly string[]): Promise<void> {
  for (const purchase of purchasesOf(game)) {
    const order = await orderOf(game, purchase);
    const { refunded, disputed, owed, amount, payable } = order;
    const back = purchase.made.reduce((sum, { cents, failed }) => sum + (failed ? 0 : cents), purchase.elsewhere);
    expect({ moves, refunded }).toEqual({ moves, refunded: back });
    expect({ moves, ...order }).toMatchObject({ moves, settled: refunded, charged_back: disputed, queued: owed });
    expect({ moves, over: Number(refunded) + Number(disputed) + Number(payable) > Number(amount) }).toEqual({
      moves,
      over: false,
    });
  }
  const { available, paid } = one(await game.database.query(CREDITS, [game.institution]));
  expect({ moves, spendable: Number(available) > Number(paid) }).toEqual({ moves, spendable: false });
}

/** At the end, when every dispute is decided and every debt is paid: all that is owed came back, and no more. */
async function checkEnd(game: Game, moves: readonly string[]): Promise<void> {
  for (const purchase of purchasesOf(game)) {
    await closeDispute(game.below(2) === 0 ? 'won' : 'lost')(game, purchase);
    await retry(game, purchase);
    while ((await payOldest(game, purchase)) !== false) await checkSums(game, moves);
    const { refunded, disputed, amount } = await orderOf(game, purchase);
    const room = Number(amount) - Number(disputed);
    expect({
      moves,
      forgotten: Number(refunded) < Math.min(room, Math.max(purchase.claimed, purchase.owed)),
      twice: Number(refunded) > Math.min(room, purchase.claimed + purchase.byHand),
    }).toEqual({ moves, forgotten: false, twice: false });
  }
  const documents = `select sum(i.gross_cents)::int as gross, sum(i.net_cents)::int as net, sum(i.tax_cents)::int as tax
    from nemus_invoices i where coalesce(i.cancels_id, i.id) = (
      select i.id from nemus_invoices i join nemus_transactions t on t.id = i.transaction_id
      where t.reference = 'order:' || $1)`;
  const listed = `select sum(t.amount_cents)::int as sum from nemus_transactions t
    where t.user_id = $1::text::uuid and t.reference like 'invoice:%'`;
  const { sum } = one(await game.database.query(listed, [game.institution]));
  expect({ moves, changed: sum ?? 0 }).toEqual({ moves, changed: game.subscription.changed });
  for (const { order } of purchasesOf(game)) {
    const sums = one(await game.database.query(documents, [order]));
    const left = sums.gross === 0 ? { net: sums.net, tax: sums.tax } : { net: 0, tax: 0 };
    expect({ moves, ...left }).toEqual({ moves, net: 0, tax: 0 });
  }
}

onEveryEngine((database) => {
  it(`adds up after each of ${STEPS} random events of ${GAMES} purchases (seed ${SEED})`, async () => {
    const random = randomFrom(SEED);
    const below = (limit: number) => Math.floor(random() * limit);
    const staff = await hireStaff(database(), ['orders']);
    const names = Object.keys(MOVES);
    const met = new Map<unknown, number>();
    for (let number = 0; number < GAMES; number += 1) {
      const game = await begin(database(), staff, below);
      const moves: string[] = [`game ${number}`];
      for (let step = 0; step < STEPS; step += 1) {
        const name = names[below(names.length)] ?? '';
        const outcome = await Promise.resolve(MOVES[name]?.(game)).then(
          (done) => (done === false ? 'idle' : 'done'),
          (error: unknown) => readRefusal(error).hint,
        );
        moves.push(`${name}: ${outcome}`);
        met.set(outcome, (met.get(outcome) ?? 0) + 1);
        await checkSums(game, moves);
      }
      await checkEnd(game, moves);
    }
    expect([...met.keys()].filter((outcome) => !['done', 'idle', ...EXPECTED].includes(outcome))).toEqual([]);
    expect(met.get('done')).toBeGreaterThan((GAMES * STEPS) / 3);
  }, 240_000);
});
