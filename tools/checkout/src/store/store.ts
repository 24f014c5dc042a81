import { Clock } from './clock';
import { Collection } from './collection';
import { emptyState, type State } from './state';
import { readState, writeState } from './state-file';

const DAY_MS = 86_400_000;
/** The provider forgets idempotency keys after a day and events after thirty. */
const KEPT_ANSWER_MS = DAY_MS;
const KEPT_EVENT_SECONDS = (30 * DAY_MS) / 1000;

/** All objects of the sandbox, in memory, and their persistence. */
export class Store {
  readonly clock: Clock;
  readonly customers;
  readonly products;
  readonly prices;
  readonly sessions;
  readonly paymentIntents;
  readonly charges;
  readonly refunds;
  readonly disputes;
  readonly subscriptions;
  readonly invoices;
  readonly portalConfigurations;
  readonly portalSessions;
  readonly events;
  readonly deliveries;
  readonly keptAnswers;
  readonly #dataDir: string | undefined;
  #writing: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(state: State = emptyState(), dataDir?: string) {
    this.clock = new Clock(state.clockOffset);
    this.customers = new Collection(state.customers);
    this.products = new Collection(state.products);
    this.prices = new Collection(state.prices);
    this.sessions = new Collection(state.sessions);
    this.paymentIntents = new Collection(state.paymentIntents);
    this.charges = new Collection(state.charges);
    this.refunds = new Collection(state.refunds);
    this.disputes = new Collection(state.disputes);
    this.subscriptions = new Collection(state.subscriptions);
    this.invoices = new Collection(state.invoices);
    this.portalConfigurations = new Collection(state.portalConfigurations);
    this.portalSessions = new Collection(state.portalSessions);
    this.events = new Collection(state.events);
    this.deliveries = new Collection(state.deliveries);
    this.keptAnswers = new Collection(state.keptAnswers);
    this.#dataDir = dataDir;
  }

  /** Reads the state from `dataDir`; without one the sandbox lives in memory alone. */
  static async open(dataDir: string | undefined): Promise<Store> {
    return new Store(dataDir ? await readState(dataDir) : emptyState(), dataDir);
  }

  /** Resolves when everything that changed before this call is on disk. Calls at the same time share one write. */
  async save(): Promise<void> {
    const dataDir = this.#dataDir;
    if (!dataDir) return;
    this.#next ??= this.#writeAfter(this.#writing, dataDir);
    await this.#next;
  }

  async #writeAfter(before: Promise<void> | undefined, dataDir: string): Promise<void> {
    await before?.catch(() => undefined);
    this.#writing = this.#next;
    this.#next = undefined;
    this.#forgetOld();
    await writeState(dataDir, this.#state());
  }

  #forgetOld(): void {
    const oldestAnswer = Date.now() - KEPT_ANSWER_MS;
    for (const { id, createdAt } of this.keptAnswers.all()) if (createdAt < oldestAnswer) this.keptAnswers.delete(id);
    const oldestEvent = this.clock.now() - KEPT_EVENT_SECONDS;
    const waiting = new Set(
      this.deliveries.filter(({ state }) => state === 'pending' || state === 'held').map(({ event }) => event),
    );
    for (const { id, created } of this.events.all()) {
      if (created < oldestEvent && !waiting.has(id)) this.events.delete(id);
    }
    for (const { id, event } of this.deliveries.all()) if (!this.events.get(event)) this.deliveries.delete(id);
  }

  #state(): State {
    return {
      version: 1,
      clockOffset: this.clock.offset,
      customers: this.customers.all(),
      products: this.products.all(),
      prices: this.prices.all(),
      sessions: this.sessions.all(),
      paymentIntents: this.paymentIntents.all(),
      charges: this.charges.all(),
      refunds: this.refunds.all(),
      disputes: this.disputes.all(),
      subscriptions: this.subscriptions.all(),
      invoices: this.invoices.all(),
      portalConfigurations: this.portalConfigurations.all(),
      portalSessions: this.portalSessions.all(),
      events: this.events.all(),
      deliveries: this.deliveries.all(),
      keptAnswers: this.keptAnswers.all(),
    };
  }
}
