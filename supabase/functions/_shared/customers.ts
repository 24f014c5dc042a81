import type Stripe from 'stripe';
import { z } from 'zod';
import type { Database } from './database.ts';
import { Failure } from './failure.ts';
import { ask, askOrNull, idempotencyKey } from './provider.ts';

/** An account's customer at the payment provider. */
export const contactSchema = z.object({
  email: z.string(),
  name: z.string(),
  /** The provider's id of this account; null before it is needed first. */
  provider_customer_id: z.string().nullable(),
  /** The saved invoice address; absent where none is needed. */
  address: z
    .object({
      recipient: z.string(),
      street: z.string(),
      extra_line: z.string(),
      postal_code: z.string(),
      city: z.string(),
      country: z.string(),
    })
    .nullish(),
});
export type Contact = z.infer<typeof contactSchema>;

/** What the provider's page fills in beforehand: the saved recipient and address. */
function prefilled({ name, address }: Contact): Pick<Stripe.CustomerCreateParams, 'name' | 'address'> {
  if (!address) return name ? { name } : {};
  const { recipient, street, extra_line: extra, postal_code, city, country } = address;
  return { name: recipient, address: { line1: street, line2: extra, postal_code, city, country } };
}

/**
 * The account's customer at the provider, with the saved invoice address; created when missing, or when the provider no
 * longer knows it.
 */
export async function findCustomer(stripe: Stripe, accountId: string, contact: Contact): Promise<string> {
  const { email, name, provider_customer_id: known } = contact;
  const existing = known ? await askOrNull(stripe.customers.retrieve(known)) : null;
  if (existing && !existing.deleted) {
    if (contact.address) await ask(stripe.customers.update(existing.id, prefilled(contact)));
    return existing.id;
  }
  const address = contact.address ? JSON.stringify(contact.address) : null;
  const customer = await ask(
    stripe.customers.create(
      { email, ...prefilled(contact), metadata: { user_id: accountId } },
      { idempotencyKey: await idempotencyKey('customer', accountId, email, name, known, address) },
    ),
  );
  return customer.id;
}

const payerSchema = contactSchema.extend({ account_id: z.uuid() });

/**
 * The same for an account that buys nothing right now; stores the customer. A member with a billing role pays for its
 * institution: the database returns which one.
 *
 * @throws {Failure} `institution_required`: the account has no profile; `member_role_required`; `provider_unavailable`
 */
export async function findOwnCustomer(database: Database, stripe: Stripe, userId: string): Promise<string> {
  const contact = await database.call('nemus_billing_contact', { p_user_id: userId }, payerSchema.nullable());
  if (!contact) throw new Failure('institution_required');
  const customer = await findCustomer(stripe, contact.account_id, contact);
  if (customer !== contact.provider_customer_id) {
    await database.call(
      'nemus_attach_customer',
      { p_user_id: contact.account_id, p_customer_id: customer },
      z.unknown(),
    );
  }
  return customer;
}
