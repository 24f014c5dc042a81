import type { ReleaseInfo, TelemetryPort, TelemetryReport } from '@nemus/contract';
import { isByContent } from '@nemus/registry';
import { redactEntry, type RedactedEntry } from './redact-entry';
import { SHELL_OWNER, type TelemetryEntry, type TelemetryOwner } from './telemetry-entry';
import { watchPage, type Attribution } from './watch-page';

/** The shell's record of failures and notable events. Never contains personal data. */
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

export interface TelemetryOptions extends Partial<Attribution> {
  /** Where entries are sent in batches, as {@link redactEntry} leaves them; without it they stay in this page. */
  readonly url?: string | undefined;
  /** Name of the environment, for the receiver's statistics. */
  readonly environment?: string;
  readonly send?: (url: string, body: string) => void;
  readonly now?: () => Date;
}

/** Number of kept entries. Older ones are dropped, so that a page that is open for days does not grow. */
const CAPACITY = 200;
/** Reports that are also logged to the browser's console, where broken links are looked up first. */
const IN_CONSOLE: ReadonlySet<string> = new Set(['not-found']);
/** Entries that cause a batch to be sent before the end of the visit. */
const BATCH = 20;

/**
 * Keeps the record, sends it in batches when an address is configured, and records background failures of the page
 * ({@link watchPage}).
 */
export function createTelemetry(options: TelemetryOptions = {}): Telemetry {
  const { url, environment = '', ownerOf = () => null, shownIn = () => null, now = () => new Date() } = options;
  const send = options.send ?? ((to: string, body: string) => navigator.sendBeacon(to, body));
  const entries: TelemetryEntry[] = [];
  let unsent: RedactedEntry[] = [];

  function report(entry: TelemetryReport, owner: TelemetryOwner = SHELL_OWNER) {
    const line: TelemetryEntry = { ...entry, ...ownerFields(owner), at: now().toISOString() };
    entries.push(line);
    if (entries.length > CAPACITY) entries.shift();
    if (IN_CONSOLE.has(line.name)) printLine(line);
    const sent = url ? redactEntry(line) : null;
    if (sent === null) return;
    unsent.push(sent);
    if (unsent.length >= BATCH) flush();
  }

  function flush() {
    if (!url || unsent.length === 0) return;
    send(url, JSON.stringify({ environment, entries: unsent }));
    unsent = [];
  }

  const onHide = () => {
    if (document.visibilityState === 'hidden') flush();
  };
  const stopWatching = watchPage((entry, owner) => report(entry, owner ?? SHELL_OWNER), { ownerOf, shownIn });
  document.addEventListener('visibilitychange', onHide);

  return {
    report,
    portFor: (release) => ({ report: (entry) => report(entry, release) }),
    entries: () => entries,
    flush,
    dispose: () => {
      stopWatching();
      document.removeEventListener('visibilitychange', onHide);
    },
  };
}

/** Limits the length of addresses in the console, and removes line breaks. */
function printLine({ message = '', remote }: TelemetryEntry): void {
  const path = message.slice(0, 300).replaceAll(/\p{Cc}/gu, ' ');
  // oxlint-disable-next-line no-console -- the one report that people read here
  console.warn(`Not found: ${path} (${remote})`);
}

function ownerFields({ remote, version, team }: TelemetryOwner): TelemetryOwner {
  return { remote, version, team };
}

/** What is known of a remote besides its name. */
export interface RemoteFacts {
  /** Its team, from the registry. */
  readonly teamOf: (remote: string) => string | null;
  /** Its last shown release. */
  readonly versionOf: (remote: string) => string | null;
}

/**
 * Finds the owner of a script by its folder in the store, `releases/<remote>/<version>/…`. Shared files are next to the
 * releases, and count for the one shown last.
 */
export function ownerByStore(storeUrl: string, { teamOf, versionOf }: RemoteFacts) {
  return (address: string): TelemetryOwner | null => {
    if (!address.startsWith(storeUrl)) return null;
    const [folder, remote, version] = address.slice(storeUrl.length).split('/');
    if (folder !== 'releases' || !remote || !version) return null;
    return { remote, version: isByContent(`${version}/`) ? versionOf(remote) : version, team: teamOf(remote) };
  };
}
