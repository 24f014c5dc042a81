import type Stripe from 'stripe';
import { z } from 'zod';
import type { Database } from './database.ts';
import { Failure } from './failure.ts';
import { ask, askOrNull, idempotencyKey } from './provider.ts';
import { logError } from './log.ts';

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
  /** The known VAT ID, without spaces; empty or absent: none. */
  vat_id: z.string().nullish(),
});
export type Contact = z.infer<typeof contactSchema>;

/** What the provider's page fills in beforehand: the saved recipient and address. */
function prefilled({ name, address }: Contact): Pick<Stripe.CustomerCreateParams, 'name' | 'address'> {
  if (!address) return name ? { name } : {};
  const { recipient, street, extra_line: extra, postal_code, city, country } = address;
  return { name: recipient, address: { line1: street, line2: extra, postal_code, city, country } };
}

/** The provider's types of VAT ids whose formats the database knows, by the first letters of an id. */
const VAT_TYPES = { CHE: 'ch_vat', GB: 'gb_vat', NO: 'no_vat', '': 'eu_vat' } as const;
export const isVatType = (type: string): boolean => Object.values<string>(VAT_TYPES).includes(type);

const withoutMarks = (id: string) => id.toUpperCase().replace(/[^A-Z0-9]/g, '');

/**
 * Makes the known VAT ID the customer's only one, so that the provider's page fills it in. Never stops a purchase: the
 * buyer can enter it there.
 */
async function prefillVatId(stripe: Stripe, customer: string, vatId: string): Promise<void> {
  const { data } = await stripe.customers.listTaxIds(customer, { limit: 100 });
  const known = data.filter(({ type }) => isVatType(type));
  const outdated = known.filter(({ value }) => withoutMarks(value) !== vatId);
  await Promise.all(outdated.map(({ id }) => stripe.customers.deleteTaxId(customer, id)));
  if (outdated.length < known.length) return;
  const [, type] = Object.entries(VAT_TYPES).find(([prefix]) => vatId.startsWith(prefix)) ?? ['', VAT_TYPES['']];
  await stripe.customers.createTaxId(customer, { type, value: vatId });
}

/**
 * The account's customer at the provider, with its present mailbox, the saved invoice address and VAT ID; created when
 * missing, or when the provider no longer knows it.
 */
export async function findCustomer(stripe: Stripe, accountId: string, contact: Contact): Promise<string> {
  const customer = await findAddressed(stripe, accountId, contact);
  if (contact.vat_id) await prefillVatId(stripe, customer, contact.vat_id).catch((error: unknown) => logError(error));
  return customer;
}

async function findAddressed(stripe: Stripe, accountId: string, contact: Contact): Promise<string> {
  const { email, name, provider_customer_id: known } = contact;
  const existing = known ? await askOrNull(stripe.customers.retrieve(known)) : null;
  if (existing && !existing.deleted) {
    // The provider mails this mailbox: never that of a founder who left, nor an earlier one.
    const changes = { ...(existing.email !== email && { email }), ...(contact.address && prefilled(contact)) };
    if (Object.keys(changes).length > 0) await ask(stripe.customers.update(existing.id, changes));
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
