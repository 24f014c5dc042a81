import type { ReleaseInfo, TelemetryPort, TelemetryReport } from '@nemus/contract';

/** One line of the record, with its owner. */
export interface TelemetryEntry extends TelemetryReport {
  /** ISO 8601. */
  readonly at: string;
  /** `shell` for the shell's own. */
  readonly remote: string;
  readonly version: string | null;
  readonly team: string | null;
}

/** Whose report it is. */
export type TelemetryOwner = Pick<TelemetryEntry, 'remote' | 'version' | 'team'>;

export const SHELL_OWNER: TelemetryOwner = { remote: 'shell', version: null, team: 'platform' };

/** The shell's record of what went wrong or is worth knowing. Never holds personal data. */
export interface Telemetry {
  report(report: TelemetryReport, owner?: TelemetryOwner): void;
  /** The port of one release: every report carries its name. */
  portFor(release: ReleaseInfo): TelemetryPort;
  /** The newest entries, oldest first. */
  entries(): readonly TelemetryEntry[];
  /** Sends what was not sent yet. */
  flush(): void;
  dispose(): void;
}

export interface TelemetryOptions {
  /** Where entries are sent in batches; without it they stay in this page. */
  readonly url?: string | undefined;
  /** Who owns a script address; null for addresses that belong to nobody known. */
  readonly ownerOf?: (address: string) => TelemetryOwner | null;
  readonly send?: (url: string, body: string) => void;
  readonly now?: () => Date;
}

/** Entries that are kept. Old ones make room, so that a page that is open for days does not grow. */
const CAPACITY = 200;
/** Entries after which a batch is sent without waiting for the end of the visit. */
const BATCH = 20;

/**
 * Keeps the record, sends it in batches when an address is configured, and writes down errors that nobody caught,
 * with the release whose script threw them.
 */
export function createTelemetry(options: TelemetryOptions = {}): Telemetry {
  const { url, ownerOf = () => null, now = () => new Date() } = options;
  const send = options.send ?? ((to: string, body: string) => navigator.sendBeacon(to, body));
  const entries: TelemetryEntry[] = [];
  let unsent: TelemetryEntry[] = [];

  function report(entry: TelemetryReport, owner: TelemetryOwner = SHELL_OWNER) {
    const line: TelemetryEntry = { ...entry, ...ownerFields(owner), at: now().toISOString() };
    entries.push(line);
    if (entries.length > CAPACITY) entries.shift();
    if (!url) return;
    unsent.push(line);
    if (unsent.length >= BATCH) flush();
  }

  function flush() {
    if (!url || unsent.length === 0) return;
    send(url, JSON.stringify({ entries: unsent }));
    unsent = [];
  }

  function reportUncaught(name: string, error: unknown, source: string) {
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const owner = addressesIn(`${source}\n${stack}`)
      .map(ownerOf)
      .find((found) => found !== null);
    report({ name, message: error instanceof Error ? error.message : String(error) }, owner ?? SHELL_OWNER);
  }

  const onError = (event: ErrorEvent) => reportUncaught('uncaught-error', event.error ?? event.message, event.filename);
  const onRejection = (event: PromiseRejectionEvent) => reportUncaught('unhandled-rejection', event.reason, '');
  const onHide = () => {
    if (document.visibilityState === 'hidden') flush();
  };
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  document.addEventListener('visibilitychange', onHide);

  return {
    report,
    portFor: (release) => ({ report: (entry) => report(entry, release) }),
    entries: () => entries,
    flush,
    dispose: () => {
      window.removeEventListener('error', onError);
      window.removeEventListener('unhandledrejection', onRejection);
      document.removeEventListener('visibilitychange', onHide);
    },
  };
}

function ownerFields({ remote, version, team }: TelemetryOwner): TelemetryOwner {
  return { remote, version, team };
}

/** Script addresses in a stack trace, innermost first. */
function addressesIn(stack: string): string[] {
  return stack.match(/https?:\/\/[^\s()]+/g) ?? [];
}

/**
 * Finds the owner of a script by its folder in the store, `releases/<remote>/<version>/…`.
 *
 * @param teamOf Team of a remote, from the registry.
 */
export function ownerByStore(storeUrl: string, teamOf: (remote: string) => string | null) {
  return (address: string): TelemetryOwner | null => {
    if (!address.startsWith(storeUrl)) return null;
    const [folder, remote, version] = address.slice(storeUrl.length).split('/');
    if (folder !== 'releases' || !remote || !version) return null;
    return { remote, version, team: teamOf(remote) };
  };
}
