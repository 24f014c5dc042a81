import { setTimeout as pause } from 'node:timers/promises';
import type { Delivery } from '../resources';
import type { Store } from '../store/store';
import { signBody } from './signature';

/** Waits between the attempts. The provider goes on for three days; here a test or a restart comes sooner. */
const DEFAULT_RETRY_DELAYS_MS = [500, 2_000, 5_000, 15_000, 60_000, 300_000, 900_000] as const;
const DEFAULT_TIMEOUT_MS = 15_000;
const KEPT_ANSWER_LENGTH = 300;
/** How often a test's question whether all is sent is looked at. */
const LOOK_MS = 10;

interface CourierOptions {
  readonly webhookUrl: string;
  readonly webhookSecret: string;
  readonly retryDelaysMs?: readonly number[] | undefined;
  readonly webhookTimeoutMs?: number | undefined;
}

/**
 * Delivers the recorded events to the webhook, one after the other, with retries until the answer is 2xx. Undelivered
 * events are in the store, so a restarted sandbox continues.
 */
export class Courier {
  readonly #store: Store;
  readonly #options: CourierOptions;
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #round: Promise<void> | undefined;
  #again = false;

  constructor(store: Store, options: CourierOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** Sends due events, and wakes up for later ones. */
  kick(): void {
    if (this.#stop.signal.aborted) return;
    if (this.#round) {
      this.#again = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#round = this.#sendDue().finally(() => {
      this.#round = undefined;
      if (this.#again) {
        this.#again = false;
        this.kick();
      } else {
        this.#sleep();
      }
    });
  }

  /** Immediately sends the retries of an earlier run: most likely the receiver was down with it. */
  resume(): void {
    for (const delivery of this.#pending()) this.#store.deliveries.put({ ...delivery, dueAt: Date.now() });
    this.kick();
  }

  /** Resolves when no sending is waiting any more; false when that takes longer than `timeoutMs`. */
  async untilIdle(timeoutMs: number): Promise<boolean> {
    for (const end = Date.now() + timeoutMs; Date.now() <= end; await pause(LOOK_MS)) {
      if (this.#isIdle()) return true;
    }
    return false;
  }

  /** Ends the current delivery and sends nothing more. */
  async close(): Promise<void> {
    this.#stop.abort();
    clearTimeout(this.#timer);
    await this.#round;
  }

  #pending(): Delivery[] {
    return this.#store.deliveries.filter(({ state }) => state === 'pending');
  }

  #isIdle(): boolean {
    return !this.#round && this.#pending().length === 0;
  }

  #sleep(): void {
    const waiting = this.#pending();
    if (waiting.length === 0 || this.#stop.signal.aborted) return;
    const next = Math.min(...waiting.map(({ dueAt }) => dueAt));
    this.#timer = setTimeout(() => this.kick(), Math.max(0, next - Date.now()));
    this.#timer.unref();
  }

  async #sendDue(): Promise<void> {
    const due = this.#pending().filter(({ dueAt }) => dueAt <= Date.now());
    for (const copies of groupByEvent(due).values()) {
      if (this.#stop.signal.aborted) return;
      await Promise.all(copies.map((delivery) => this.#send(delivery)));
    }
    if (due.length > 0) await this.#store.save();
  }

  async #send(delivery: Delivery): Promise<void> {
    const event = this.#store.events.get(delivery.event);
    if (!event) return;
    const at = Date.now();
    const { status, answer } = await this.#post(JSON.stringify(event));
    // Stopped in the middle: whether it arrived is unknown, so the next run sends it again.
    if (this.#stop.signal.aborted && status === 0) return;
    const attempts = [...delivery.attempts, { at, status, answer: answer.slice(0, KEPT_ANSWER_LENGTH) }];
    const delays = this.#options.retryDelaysMs ?? DEFAULT_RETRY_DELAYS_MS;
    const wait = delays[attempts.length - 1];
    if (status >= 200 && status < 300) {
      this.#store.deliveries.put({ ...delivery, attempts, state: 'delivered' });
      this.#store.events.put({ ...event, pending_webhooks: 0 });
    } else if (wait === undefined) {
      this.#store.deliveries.put({ ...delivery, attempts, state: 'failed' });
    } else {
      this.#store.deliveries.put({ ...delivery, attempts, dueAt: Date.now() + wait });
    }
  }

  async #post(body: string): Promise<{ readonly status: number; readonly answer: string }> {
    const { webhookUrl, webhookSecret, webhookTimeoutMs: timeoutMs = DEFAULT_TIMEOUT_MS } = this.#options;
    // Signed with the machine's time, not the sandbox's: the receiver compares it with its own clock.
    const signature = signBody(body, webhookSecret, Math.floor(Date.now() / 1000));
    try {
      const response = await fetch(webhookUrl, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
        redirect: 'manual',
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(timeoutMs)]),
      });
      return { status: response.status, answer: await response.text() };
    } catch (error) {
      return { status: 0, answer: error instanceof Error ? error.message : String(error) };
    }
  }
}

/** The copies of one event are sent at the same moment, as a duplicate of the provider may be. */
function groupByEvent(deliveries: readonly Delivery[]): Map<string, Delivery[]> {
  const groups = new Map<string, Delivery[]>();
  for (const delivery of deliveries) groups.set(delivery.event, [...(groups.get(delivery.event) ?? []), delivery]);
  return groups;
}
