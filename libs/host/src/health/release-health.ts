import type { FailureKind } from '@nemus/contract';
import type { DataClient } from '@nemus/data';
import type { LoaderEvent } from '@nemus/loader';
import { z } from 'zod';
import type { KeyStore } from '../browser/storage';

/** Result of one start of one release in this browser, as expected by `nemus_report_release`. No personal data. */
export interface ReleaseReport {
  readonly remote: string;
  readonly version: string;
  readonly outcome: 'ready' | 'failed';
  /** `never-ready`: the page of the start ended without reporting, as when a release freezes the tab. */
  readonly failure?: FailureKind | 'never-ready';
  /** Milliseconds from the request for the area to its code. */
  readonly load_ms?: number;
  /** Milliseconds from there to its first screen. */
  readonly mount_ms?: number;
}

/** Collects how releases start, for the teams and for halting canaries automatically. */
export interface ReleaseHealth {
  note(event: LoaderEvent): void;
  /** Sends the collected reports; drops them on failure. */
  flush(): void;
  /** Drops the collected reports: they belong to the previous account. */
  clear(): void;
  dispose(): void;
}

/** Maximum number of reports per request. */
const AT_MOST = 20;
/** Milliseconds from the first report to its request: long enough not to slow down the page's own start. */
const DELAY = 5_000;

/** Failures unrelated to a release: no connection, or no release to show. */
const NOT_THE_RELEASE: ReadonlySet<FailureKind> = new Set(['network', 'disabled', 'missing']);

/** A start that has not ended: release and time (milliseconds since the epoch), under a key of its page. */
const pendingSchema = z.record(z.string(), z.object({ remote: z.string(), version: z.string(), since: z.number() }));
const PENDING = 'nemus.pending-starts';
/** Milliseconds after which an unfinished start belongs to a page that hangs or is gone: the loader's limits are shorter. */
const GIVEN_UP = 60_000;

/** The start of an area whose code runs before its mount. */
const ahead = (remote: string) => `${remote} ahead`;

/** Starts begun in this browser, kept until they end: a frozen page cannot report itself, its successor can. */
function pendingStarts(store: KeyStore) {
  const read = () => {
    try {
      return pendingSchema.safeParse(JSON.parse(store.getItem(PENDING) ?? '{}')).data ?? {};
    } catch {
      return {};
    }
  };
  const write = (starts: z.infer<typeof pendingSchema>) =>
    Object.keys(starts).length > 0 ? store.setItem(PENDING, JSON.stringify(starts)) : store.removeItem(PENDING);
  const page = crypto.randomUUID();
  const keyOf = (start: string) => `${page} ${start}`;
  return {
    begin: (remote: string, version: string, start = remote) =>
      write({ ...read(), [keyOf(start)]: { remote, version, since: Date.now() } }),
    end: (ended: (key: string) => boolean) => {
      const starts = read();
      const open = Object.entries(starts).filter(([key]) => !ended(key));
      if (open.length < Object.keys(starts).length) write(Object.fromEntries(open));
    },
    isOf: (start: string) => (key: string) => key === keyOf(start),
    isOfPage: (key: string) => key.startsWith(page),
    /** Takes the starts that other pages did not end in time. */
    takeAbandoned: () => {
      const starts = Object.entries(read());
      const isOpen = ([key, { since }]: (typeof starts)[number]) =>
        key.startsWith(page) || Math.abs(Date.now() - since) < GIVEN_UP;
      if (!starts.every(isOpen)) write(Object.fromEntries(starts.filter(isOpen)));
      return starts.filter((start) => !isOpen(start)).map(([, { remote, version }]) => ({ remote, version }));
    },
  };
}

/** @param options `store` keeps unfinished starts for the next page; `send` sends reports; `onLost` gets the reason when that fails. The page is not affected. */
export function createReleaseHealth({
  store,
  send,
  onLost,
}: {
  readonly store: KeyStore;
  readonly send: (reports: readonly ReleaseReport[]) => Promise<void>;
  readonly onLost: (error: unknown) => void;
}): ReleaseHealth {
  let reports: ReleaseReport[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the code of an area had loaded, by name. */
  const loadedAfter = new Map<string, number>();
  const pending = pendingStarts(store);
  let asksAgain: ReturnType<typeof setTimeout> | undefined;

  /** Reports what earlier pages left unfinished, with the first start: before it, the account is unknown. */
  function reportAbandoned() {
    for (const release of pending.takeAbandoned()) add({ ...release, outcome: 'failed', failure: 'never-ready' });
  }

  function add(report: ReleaseReport) {
    reports.push(report);
    if (reports.length >= AT_MOST) flush();
    else timer ??= setTimeout(flush, DELAY);
  }

  function clear() {
    clearTimeout(timer);
    timer = undefined;
    reports = [];
  }

  function flush() {
    const batch = reports;
    clear();
    if (batch.length > 0) send(batch).catch(onLost);
  }

  const onHide = () => {
    if (document.visibilityState !== 'hidden') return;
    // A page that hears this is not frozen, and may end unheard from here on.
    pending.end(pending.isOfPage);
    flush();
  };
  document.addEventListener('visibilitychange', onHide);

  return {
    note: (event) => {
      const { remote, version, source, expose, ms } = event;
      // An override is not a release.
      if (version === null || source === 'override') return;
      if (event.name === 'ahead') {
        if (event.phase === 'ended') pending.end(pending.isOf(ahead(remote)));
        else if (document.visibilityState !== 'hidden') pending.begin(remote, version, ahead(remote));
        return;
      }
      if (event.name === 'phase' && event.phase === 'loading' && expose === './app') {
        if (asksAgain === undefined) {
          reportAbandoned();
          asksAgain = setTimeout(reportAbandoned, GIVEN_UP);
        }
        if (document.visibilityState !== 'hidden') pending.begin(remote, version);
      }
      if (event.name === 'failure') {
        pending.end(pending.isOf(remote));
        if (event.next === 'retry' || NOT_THE_RELEASE.has(event.kind)) return;
        add({ remote, version, outcome: 'failed', failure: event.kind });
      } else if (event.name === 'phase' && expose === './app') {
        if (event.phase === 'mounting') loadedAfter.set(remote, ms);
        if (event.phase === 'closed' || event.phase === 'ready') pending.end(pending.isOf(remote));
        if (event.phase !== 'ready') return;
        const loaded = loadedAfter.get(remote) ?? ms;
        add({ remote, version, outcome: 'ready', load_ms: loaded, mount_ms: ms - loaded });
      }
    },
    flush,
    clear,
    dispose: () => {
      clear();
      clearTimeout(asksAgain);
      pending.end(pending.isOfPage);
      document.removeEventListener('visibilitychange', onHide);
    },
  };
}

/** Sends reports to the backend as the signed-in account. */
export function healthSender(
  client: () => Promise<DataClient>,
  environment: string,
): (reports: readonly ReleaseReport[]) => Promise<void> {
  return async (reports) => {
    const p_reports = reports.map((report) => ({ ...report }));
    const { error, status } = await (await client()).rpc(REPORT, { p_environment: environment, p_reports });
    if (error) throw new Error(`The service answered with status ${status} for the reports.`, { cause: error });
  };
}

const REPORT = 'nemus_report_release';

/** `fetch` that lets reports outlive the page (`keepalive`): they are sent when it is left. */
export function keepaliveReports(send: typeof fetch): typeof fetch {
  return (input, init) => {
    const isReport = String(input).endsWith(`/rest/v1/rpc/${REPORT}`);
    return send(input, isReport ? { ...init, keepalive: true } : init);
  };
}
