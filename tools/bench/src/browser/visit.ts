import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { z } from 'zod';
import { depthOf, NetworkLog, throttle, UNLIMITED, type Limits, type SeenRequest } from './network';
import { installProbe } from './probe';

/** What a visit to a page cost, until it was ready. */
export interface VisitMeasure {
  /** Milliseconds from the navigation (or the click) to the page with its data. */
  readonly ready: number;
  readonly fcp: number;
  readonly lcp: number;
  readonly lcpAfterFcp: number;
  /** Milliseconds of tasks over 50 ms, their excess added up. */
  readonly blocked: number;
  readonly longTasks: number;
  /** Kilobytes over the network, all and scripts alone. */
  readonly kilobytes: number;
  readonly scriptKilobytes: number;
  readonly requests: number;
  /** Requests that repeat an earlier one. */
  readonly twice: number;
  /** Scripts that waited for scripts, and everything that waited for anything, from the navigation or the click. */
  readonly scriptDepth: number;
  readonly depth: number;
}

const stateSchema = z.object({
  readyAt: z.number().nullable(),
  clickedAt: z.number().nullable(),
  fcp: z.number(),
  lcp: z.number(),
  longTasks: z.array(z.object({ start: z.number(), duration: z.number() })),
});

/** Milliseconds without any request and without losing the ready state: then a page is taken as it is. */
const QUIET_MS = 500;
const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 50;

/** A page whose visits are measured. */
export class MeasuredPage {
  readonly page: Page;
  readonly #session: CDPSession;
  readonly #limits: Limits;
  readonly #log: NetworkLog;
  readonly problems: string[] = [];
  /** What the last visit requested until it was ready. */
  #untilReady: ReadonlySet<string> = new Set();

  private constructor(page: Page, session: CDPSession, limits: Limits) {
    this.page = page;
    this.#session = session;
    this.#limits = limits;
    this.#log = new NetworkLog(session);
    page.on('pageerror', (error) => this.problems.push(error.message));
  }

  static async open(context: BrowserContext, limits: Limits): Promise<MeasuredPage> {
    const page = await context.newPage();
    // The program that runs these files names functions through a helper that no page has.
    await page.addInitScript('globalThis.__name ??= (value) => value;');
    await page.addInitScript(installProbe);
    const session = await context.newCDPSession(page);
    const measured = new MeasuredPage(page, session, limits);
    await throttle(session, limits);
    return measured;
  }

  /** Opens an address and waits until it can be used. */
  async visit(url: string, kind: 'sign-in' | 'page', element?: string): Promise<VisitMeasure> {
    this.#log.clear();
    const wanted = { kind, path: new URL(url).pathname, element, notHeading: null };
    await this.page.addInitScript((value) => {
      const probe: unknown = Reflect.get(window, 'nemusProbe');
      if (typeof probe === 'object' && probe !== null) Reflect.set(probe, 'wanted', value);
    }, wanted);
    await throttle(this.#session, this.#limits);
    await this.page.goto(url, { waitUntil: 'commit' });
    return this.#measure('navigation');
  }

  /** Does what leads to another page, and waits for that page. */
  async change(path: string, act: (page: Page) => Promise<void>, element?: string): Promise<VisitMeasure> {
    const wanted = { kind: 'page', path, element };
    await this.page.evaluate((target) => {
      const probe: unknown = Reflect.get(window, 'nemusProbe');
      if (typeof probe !== 'object' || probe === null) return;
      const notHeading = document.querySelector('main h1')?.textContent ?? null;
      Reflect.set(probe, 'readyAt', null);
      Reflect.set(probe, 'longTasks', []);
      Reflect.set(probe, 'wanted', { ...target, notHeading });
    }, wanted);
    await throttle(this.#session, this.#limits);
    this.#log.clear();
    await act(this.page);
    return this.#measure('click');
  }

  /** Waits until the worker of returning visitors has stored its start files, which it does once the page is idle. */
  async workerInstalled(): Promise<void> {
    await this.#until('The worker was not installed', () =>
      this.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'),
    );
  }

  /** Waits until the worker has stored every file that it answered in the last visit. */
  async workerHasStored(): Promise<void> {
    this.insistOnWorker();
    const files = this.#byWorker().flatMap(({ type, url }) => (type === 'Document' ? [] : [url]));
    await this.#until('The worker did not store what it answered', () =>
      this.page.evaluate(async (urls) => {
        const found = await Promise.all(urls.map((url) => caches.match(url, { ignoreVary: true })));
        return found.every((answer) => answer !== undefined);
      }, files),
    );
  }

  /** Whether the last visit requested an address before it was ready. */
  isUntilReady(url: string): boolean {
    return this.#untilReady.has(url);
  }

  /** Fails if the last visit's page did not come from the worker. */
  insistOnWorker(): void {
    if (this.#byWorker().some(({ type }) => type === 'Document')) return;
    throw new Error(`${this.page.url()} did not come from the worker.`);
  }

  /** Fails where the last visit had no script from the browser's cache, as with a certificate that it does not trust. */
  insistOnCache(): void {
    if (this.#log.all().some(({ type, fromCache }) => type === 'Script' && fromCache)) return;
    throw new Error(`${this.page.url()} had nothing from the browser's cache.`);
  }

  async #until(failure: string, isSo: () => Promise<boolean>): Promise<void> {
    for (const deadline = Date.now() + PATIENCE_MS; !(await isSo()); await this.page.waitForTimeout(LOOK_AGAIN_MS)) {
      if (Date.now() > deadline) throw new Error(`${failure}: ${this.page.url()}`);
    }
  }

  #byWorker(): SeenRequest[] {
    return this.#log.all().filter(({ byWorker }) => byWorker);
  }

  async #measure(from: 'navigation' | 'click'): Promise<VisitMeasure> {
    const { readyAt, clickedAt, fcp, lcp, longTasks } = await this.#settled();
    const start = from === 'click' ? (clickedAt ?? 0) : 0;
    const before = longTasks.filter((task) => task.start < readyAt && task.start + task.duration > start);
    // What was fetched for the click before it counts, but no one waited for it.
    const requests = this.#log.between(Number.NEGATIVE_INFINITY, readyAt).filter(({ type }) => type !== 'Preflight');
    this.#untilReady = new Set(requests.map(({ url }) => url));
    const sent = requests.filter(({ fromCache }) => !fromCache);
    const awaited = new Set(this.#log.between(start, readyAt));
    const scripts = requests.filter(({ type }) => type === 'Script');
    const kilobytes = (list: readonly SeenRequest[]) => list.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000;
    return {
      ready: readyAt - start,
      fcp,
      lcp,
      lcpAfterFcp: lcp - fcp,
      blocked: before.reduce((sum, { duration }) => sum + duration - 50, 0),
      longTasks: before.length,
      kilobytes: kilobytes(requests),
      scriptKilobytes: kilobytes(scripts),
      requests: sent.length,
      twice: sent.length - new Set(sent.map(({ question }) => question)).size,
      scriptDepth: depthOf(scripts.filter((script) => awaited.has(script) && !script.fromCache)),
      depth: depthOf([...awaited].filter(({ type }) => ['Document', 'Script', 'Fetch', 'XHR'].includes(type))),
    };
  }

  /** The probe's state, read without counting as an input of the user, as Playwright's `evaluate` does. */
  async #probe(): Promise<unknown> {
    const asked = { expression: 'globalThis.nemusProbe', returnByValue: true };
    return (await this.#session.send('Runtime.evaluate', asked)).result.value;
  }

  /**
   * Waits until the page is ready and stays so without pending requests. What loads after a page has been ready for a
   * while is not measured, and does not take a slow line's time.
   */
  async #settled(): Promise<z.infer<typeof stateSchema> & { readyAt: number }> {
    const deadline = Date.now() + PATIENCE_MS;
    let quietSince = Number.POSITIVE_INFINITY;
    let heldAt: number | null = null;
    let heldSince = Date.now();
    let released: number | null = null;
    for (;;) {
      const state = stateSchema.safeParse(await this.#probe());
      const readyAt = state.success ? state.data.readyAt : null;
      if (readyAt !== heldAt) [heldAt, heldSince] = [readyAt, Date.now()];
      if (released !== null && readyAt !== released) throw new Error(`${this.page.url()} was ready, and then was not.`);
      if (released === null && readyAt !== null && Date.now() - heldSince >= QUIET_MS) {
        released = readyAt;
        await throttle(this.#session, UNLIMITED);
      }
      if (state.success && readyAt !== null && this.#log.pending().length === 0) {
        if (quietSince === Number.POSITIVE_INFINITY) quietSince = Date.now();
        if (Date.now() - quietSince >= QUIET_MS) return { ...state.data, readyAt };
      } else {
        quietSince = Number.POSITIVE_INFINITY;
      }
      if (Date.now() > deadline) {
        const waiting = this.#log.pending().map(({ url }) => url);
        throw new Error(
          `${this.page.url()} was not ready in time. Errors of the page: ${this.problems.join('; ') || 'none'}. Under way: ${waiting.join(', ') || 'nothing'}.`,
        );
      }
      await this.page.waitForTimeout(LOOK_AGAIN_MS);
    }
  }
}
