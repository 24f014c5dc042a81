import type { FailureKind } from '@nemus/contract';
import type { DataClient } from '@nemus/data';
import type { LoaderEvent } from '@nemus/loader';

/** Result of one start of one release in this browser, as expected by `nemus_report_release`. No personal data. */
export interface ReleaseReport {
  readonly remote: string;
  readonly version: string;
  readonly outcome: 'ready' | 'failed';
  readonly failure?: FailureKind;
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

/** @param options `send` sends reports; `onLost` gets the reason when that fails. The page is not affected. */
export function createReleaseHealth({
  send,
  onLost,
}: {
  readonly send: (reports: readonly ReleaseReport[]) => Promise<void>;
  readonly onLost: (error: unknown) => void;
}): ReleaseHealth {
  let reports: ReleaseReport[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the code of an area had loaded, by name. */
  const loadedAfter = new Map<string, number>();

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
    if (document.visibilityState === 'hidden') flush();
  };
  document.addEventListener('visibilitychange', onHide);

  return {
    note: (event) => {
      const { remote, version, source, expose, ms } = event;
      // An override is not a release.
      if (version === null || source === 'override') return;
      if (event.name === 'failure') {
        if (event.next === 'retry' || NOT_THE_RELEASE.has(event.kind)) return;
        add({ remote, version, outcome: 'failed', failure: event.kind });
      } else if (event.name === 'phase' && expose === './app') {
        if (event.phase === 'mounting') loadedAfter.set(remote, ms);
        if (event.phase !== 'ready') return;
        const loaded = loadedAfter.get(remote) ?? ms;
        add({ remote, version, outcome: 'ready', load_ms: loaded, mount_ms: ms - loaded });
      }
    },
    flush,
    clear,
    dispose: () => {
      clear();
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
