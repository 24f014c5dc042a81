import { randomUUID } from 'node:crypto';
import { ask, SERVICE, type Connection } from '../database/database';
import { COURSE_60 } from './courses';
import type { Racer } from './races';
import { one, text } from './rows';

/** The purchase of a course for oneself. */
export const ONE_COURSE = { kind: 'course', course: COURSE_60 } as const;

/** What an order is for; as the arguments of the functions `nemus_order_…`. */
export interface Purchase {
  readonly kind: 'course' | 'credits' | 'subscription';
  readonly course?: string;
  readonly credits?: number;
  readonly tier?: string;
  readonly trainees?: readonly string[];
  /** First day for trainees, `yyyy-MM-dd`. */
  readonly start?: string;
}

/** An order whose page of the provider is open. */
export interface Checkout {
  readonly order: string;
  readonly session: string;
  readonly payment: string;
  readonly amount: number;
}

/** Called by the functions, with {@link orderArguments}. */
export const CREATE_ORDER = `select case $2
  when 'course' then nemus_order_course($1::text::uuid, $3::text::uuid, $6::text::uuid[], $7::text::date)
  when 'credits' then nemus_order_credits($1::text::uuid, $4::text::int)
  when 'subscription' then nemus_order_subscription($1::text::uuid, $5) end as ordered`;
/** Called by the functions when the provider reports a payment. */
export const FULFIL_CHECKOUT = `select nemus_fulfil_checkout($1, $2::text::int, 'eur', $3, $4, $5::text::timestamptz) as result`;

/** $1 the payment, $2 how many cents of it are back by now. */
export const REFUND_CHECKOUT = 'select nemus_refund_checkout($1, $2::text::int)';

/** $1 the session, $2 how it ended. */
export const CLOSE_CHECKOUT = 'select nemus_close_checkout($1, $2)';

const ATTACH = `select nemus_attach_checkout($1::text::uuid, $2, $3, now() + $4::text::interval,
  'https://pay.example/' || $2)`;

/** What {@link CREATE_ORDER} is given. */
export const orderArguments = (user: string, { kind, course, credits, tier, trainees = [], start }: Purchase) => [
  user,
  kind,
  course ?? null,
  credits === undefined ? null : String(credits),
  tier ?? null,
  `{${trainees.join(',')}}`,
  start ?? null,
];

/**
 * Orders something and opens its checkout, as the functions do it.
 *
 * @param lasts how long its page can be paid, as an interval; until then it stops another purchase of the same
 */
export async function openCheckout(
  connection: Connection,
  user: string,
  purchase: Purchase,
  lasts = '0',
): Promise<Checkout> {
  const { ordered } = one(await ask(connection, SERVICE, CREATE_ORDER, orderArguments(user, purchase)));
  const order = text([{ id: Reflect.get(Object(ordered), 'order_id') }], 'id');
  const session = `cs_${randomUUID()}`;
  await ask(connection, SERVICE, ATTACH, [order, session, `cus_${user}`, lasts]);
  return {
    order,
    session,
    payment: `pi_${randomUUID()}`,
    amount: Number(Reflect.get(Object(ordered), 'amount_cents')),
  };
}

/** Reports a checkout as paid. */
export async function fulfil(
  connection: Connection,
  { session, amount, payment }: Checkout,
  subscription: string | null = null,
  periodEnd: string | null = null,
): Promise<unknown> {
  const paid = [session, String(amount), subscription ? null : payment, subscription, periodEnd];
  return one(await ask(connection, SERVICE, FULFIL_CHECKOUT, paid)).result;
}

/** Orders something and pays it. @returns what was paid */
export async function buy(connection: Connection, user: string, purchase: Purchase): Promise<Checkout> {
  const checkout = await openCheckout(connection, user, purchase);
  await fulfil(connection, checkout);
  return checkout;
}

/** A racer that reports a checkout as paid. */
export const reportOf = ({ session, amount, payment }: Checkout): Racer => ({
  caller: SERVICE,
  statement: FULFIL_CHECKOUT,
  parameters: [session, String(amount), payment, null, null],
});
