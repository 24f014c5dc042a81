import { Clock } from './clock';
import { Collection } from './collection';
import { newId } from './ids';
import { emptyState, type State } from './state';
import { readState, writeState } from './state-file';

const DAY_MS = 86_400_000;
/** The provider forgets idempotency keys after a day and events after thirty. */
const KEPT_ANSWER_MS = DAY_MS;
const KEPT_EVENT_SECONDS = (30 * DAY_MS) / 1000;

const collectionsOf = (state: State) => ({
  customers: new Collection(state.customers),
  products: new Collection(state.products),
  prices: new Collection(state.prices),
  sessions: new Collection(state.sessions),
  paymentIntents: new Collection(state.paymentIntents),
  charges: new Collection(state.charges),
  refunds: new Collection(state.refunds),
  disputes: new Collection(state.disputes),
  subscriptions: new Collection(state.subscriptions),
  invoices: new Collection(state.invoices),
  portalConfigurations: new Collection(state.portalConfigurations),
  portalSessions: new Collection(state.portalSessions),
  events: new Collection(state.events),
  deliveries: new Collection(state.deliveries),
  keptAnswers: new Collection(state.keptAnswers),
});

/** All objects of the sandbox, in memory, and their persistence. */
export interface Store extends Readonly<ReturnType<typeof collectionsOf>> {
  readonly clock: Clock;
  /** The fields that begin a new object. */
  head<Kind extends string>(
    prefix: string,
    kind: Kind,
  ): { readonly id: string; readonly object: Kind; readonly created: number; readonly livemode: false };
  /** Resolves when everything that changed before this call is on disk. Calls at the same time share one write. */
  save(): Promise<void>;
}

/** Reads the state from `dataDir`; without one the sandbox lives in memory alone. */
export async function openStore(dataDir: string | undefined): Promise<Store> {
  const state = dataDir ? await readState(dataDir) : emptyState();
  const clock = new Clock(state.clockOffset);
  const collections = collectionsOf(state);
  let writing: Promise<void> | undefined;
  let next: Promise<void> | undefined;

  function forgetOld(): void {
    const { keptAnswers, events, deliveries } = collections;
    const oldestAnswer = Date.now() - KEPT_ANSWER_MS;
    for (const { id, createdAt } of keptAnswers.all()) if (createdAt < oldestAnswer) keptAnswers.delete(id);
    const oldestEvent = clock.now() - KEPT_EVENT_SECONDS;
    const waiting = new Set(
      deliveries.filter((delivery) => ['pending', 'held'].includes(delivery.state)).map(({ event }) => event),
    );
    for (const { id, created } of events.all()) if (created < oldestEvent && !waiting.has(id)) events.delete(id);
    for (const { id, event } of deliveries.all()) if (!events.get(event)) deliveries.delete(id);
  }

  async function writeAfter(before: Promise<void> | undefined, folder: string): Promise<void> {
    await before?.catch(() => undefined);
    writing = next;
    next = undefined;
    forgetOld();
    const kept = Object.entries(collections).map(([kind, collection]) => [kind, collection.all()] as const);
    await writeState(folder, { version: 1, clockOffset: clock.offset, ...Object.fromEntries(kept) });
  }

  return {
    ...collections,
    clock,
    head: (prefix, kind) => ({ id: newId(prefix), object: kind, created: clock.now(), livemode: false }),
    async save() {
      if (!dataDir) return;
      next ??= writeAfter(writing, dataDir);
      await next;
    },
  };
}
