import { Hono, type Context } from 'hono';
import { z } from 'zod';
import { settle } from '../api/guards';
import type { SandboxEnvironment, SandboxRoutes } from '../api/handle';
import { act, actionSchema } from '../payments/actions';
import { buyerSchema, type Buyer } from '../payments/checkout';
import { sessionView, type StoredSession } from '../resources';
import type { Sandbox } from '../sandbox';
import { outageSchema, webhookFaultsSchema } from '../webhooks/faults';

const releaseSchema = z.strictObject({ order: z.enum(['recorded', 'reversed']).default('recorded') });
const idleSchema = z.strictObject({ timeoutMs: z.int().min(0).max(60_000).default(10_000) });
const clockSchema = z.strictObject({ advanceSeconds: z.int().min(0).max(4_000_000_000) });
/** Entered where a session asks for an address that its customer does not have. */
const ANY_BUYER: Buyer = {
  name: 'Ada Muster',
  line1: 'Weg 1',
  line2: '',
  postalCode: '10115',
  city: 'Berlin',
  country: 'DE',
  vatId: '',
};

const sessionSchema = z.strictObject({ action: actionSchema, buyer: buyerSchema.optional() });

/** The body, checked. Only JSON is taken: a form of a foreign page cannot send it. */
async function readBody<T>(context: Context<SandboxEnvironment>, schema: z.ZodType<T>): Promise<T> {
  if (!context.req.header('content-type')?.startsWith('application/json')) {
    throw new ControlError(415, 'Send application/json.');
  }
  const parsed = schema.safeParse(await context.req.json().catch(() => undefined));
  if (!parsed.success) throw new ControlError(400, z.prettifyError(parsed.error));
  return parsed.data;
}

class ControlError extends Error {
  override readonly name = 'ControlError';
  readonly status: 400 | 404 | 415;

  constructor(status: 400 | 404 | 415, message: string) {
    super(message);
    this.status = status;
  }
}

/** The buyer of a session that asks for an address: the customer's own address, filled in beforehand, or any. */
function buyerOf({ store }: Sandbox, { billing_address_collection: asked, customer: id }: StoredSession): Buyer | null {
  if (asked !== 'required') return null;
  const customer = id ? store.customers.get(id) : undefined;
  if (!customer?.address) return ANY_BUYER;
  const { name, address, tax_ids: ids } = customer;
  return {
    name: name ?? '',
    line1: address.line1 ?? '',
    line2: address.line2 ?? '',
    postalCode: address.postal_code ?? '',
    city: address.city ?? '',
    country: address.country ?? '',
    vatId: ids[0]?.value ?? '',
  };
}

/**
 * Controls that no provider offers: the buyer's part without a browser, time travel, and deliberate faults. Not part of
 * the API that the functions use.
 */
export function createControl(sandbox: Sandbox): SandboxRoutes {
  const { store, outbox, courier, faults } = sandbox;
  const control = new Hono<SandboxEnvironment>();
  control.use(settle(sandbox));
  control.get('/health', ({ json }) => json({ sandbox: true, sessions: store.sessions.all().length }));
  control.get('/deliveries', ({ json }) =>
    json(store.deliveries.all().map((delivery) => ({ ...delivery, type: store.events.get(delivery.event)?.type }))),
  );
  control.post('/sessions/:id', async (context) => {
    const { action, buyer } = await readBody(context, sessionSchema);
    const session = store.sessions.get(context.req.param('id'));
    if (!session) throw new ControlError(404, 'No such session.');
    act(sandbox, session, action, buyer ?? buyerOf(sandbox, session));
    return context.json(sessionView(store.sessions.get(session.id) ?? session));
  });
  control.put('/webhooks', async (context) => {
    faults.webhooks = await readBody(context, webhookFaultsSchema);
    return context.json(faults.webhooks);
  });
  control.post('/webhooks/release', async (context) => {
    const { order } = await readBody(context, releaseSchema);
    const held = store.deliveries.filter(({ state }) => state === 'held');
    faults.webhooks = { ...faults.webhooks, hold: false };
    for (const delivery of order === 'reversed' ? held.reverse() : held) {
      // Inserted again, so that events are sent in the order of their release.
      store.deliveries.delete(delivery.id);
      store.deliveries.put({ ...delivery, state: 'pending', dueAt: Date.now() });
    }
    return context.json({ released: held.length });
  });
  control.post('/webhooks/idle', async (context) => {
    const { timeoutMs } = await readBody(context, idleSchema);
    courier.kick();
    return context.json({ idle: await courier.untilIdle(timeoutMs) });
  });
  control.post('/events/:id/resend', (context) => {
    const event = store.events.get(context.req.param('id'));
    if (!event) throw new ControlError(404, 'No such event.');
    outbox.resend(event.id);
    return context.json({ resent: event.id });
  });
  control.put('/outage', async (context) => {
    faults.outage = await readBody(context, outageSchema);
    return context.json(faults.outage);
  });
  control.delete('/faults', ({ json }) => {
    faults.clear();
    return json({ cleared: true });
  });
  control.post('/clock', async (context) => {
    const { advanceSeconds } = await readBody(context, clockSchema);
    store.clock.advance(advanceSeconds);
    return context.json({ now: store.clock.now() });
  });
  control.onError((error, context) => {
    if (error instanceof ControlError) return context.json({ error: error.message }, error.status);
    throw error;
  });
  return control;
}
