import { randomUUID } from 'node:crypto';
import { ask, SERVICE, type Connection } from '../database/database';
import { one, text } from './values';

/** What an order is for; as the arguments of `nemus_create_order`. */
export interface Purchase {
  readonly kind: 'course' | 'credits' | 'subscription';
  readonly course?: string;
  readonly credits?: number;
  readonly tier?: string;
  readonly trainees?: readonly string[];
  /** First day for trainees, `yyyy-MM-dd`. */
  readonly start?: string;
}

export interface Checkout {
  readonly order: string;
  readonly session: string;
  readonly payment: string;
  readonly amount: number;
}

export const CREATE = `select nemus_create_order($1::text::uuid, $2, $3::text::uuid, $4::text::int, $5, $6::text::uuid[],
  $7::text::date) as ordered`;
export const FULFIL = `select nemus_fulfil_checkout($1, $2::text::int, 'eur', $3, $4, $5::text::timestamptz) as result`;

const ATTACH = `select nemus_attach_checkout($1::text::uuid, $2, $3, now() + $4::text::interval,
  'https://pay.example/' || $2)`;

export const argumentsOf = (user: string, { kind, course, credits, tier, trainees = [], start }: Purchase) => [
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
  const { ordered } = one(await ask(connection, SERVICE, CREATE, argumentsOf(user, purchase)));
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
  return one(await ask(connection, SERVICE, FULFIL, paid)).result;
}
