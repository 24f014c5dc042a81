import { setTimeout as pause } from 'node:timers/promises';
import type { Json } from '@nemus/contract';
import type { DataClient } from '@nemus/data';
import {
  canaryVerdict,
  haltedEntry,
  type RegisteredRemote,
  type RegistryDocument,
  type ReleaseFigures,
} from '@nemus/registry';
import { changeEntry, readCurrent } from './change';
import { figuresOf, reportsOf, type FailureReport, type RemoteFigures } from './figures';
import { Refusal } from './refusal';
import type { ReleaseStore } from './store/store';

/** Longest wait for the figures, in milliseconds. */
const TIMEOUT = 15_000;

/** The address of the figures, and the account that reads them. */
export interface FiguresSource {
  readonly url: string;
  /** The project's secret key; with an access token its publishable one. */
  readonly key: string;
  /** Access token of an account that may release. */
  readonly accessToken?: string;
}

/** Reads what browsers reported (`nemus_release_health_figures`). */
export async function readFigures(source: FiguresSource, environment: string): Promise<RemoteFigures[]> {
  const client = await clientOf(source);
  const { data, error, status } = await inTime(
    client.rpc('nemus_release_health_figures', { p_environment: environment }),
  );
  if (error) throw refused(source, 'does not tell the figures', status, error);
  return figuresOf(data);
}

/** Reads the failures behind a support id (`nemus_support_reports`). */
export async function readReports(source: FiguresSource, supportId: string): Promise<FailureReport[]> {
  const client = await clientOf(source);
  const { data, error, status } = await inTime(client.rpc('nemus_support_reports', { p_support_id: supportId }));
  if (error) throw refused(source, 'does not tell the reports', status, error);
  return reportsOf(data);
}

/**
 * Reports which releases a registry in a folder names, since only reports of these count (`nemus_watch_release`). A
 * project that has the registry itself needs no report, and answers so.
 */
export async function tellEntries(
  source: FiguresSource,
  environment: string,
  entries: readonly RegisteredRemote[],
): Promise<void> {
  const client = await clientOf(source);
  const { error, status } = await inTime(
    client.rpc('nemus_watch_release', { p_environment: environment, p_entries: toJson(entries) }),
  );
  const isItsOwn = status === 409;
  if (error && !isItsOwn) throw refused(source, 'does not take the entries', status, error);
}

/**
 * The figures for a registry: reports the registry's releases first, once for each revision, and sends no request
 * without a canary.
 */
export function figuresReader(source: FiguresSource): (registry: RegistryDocument) => Promise<RemoteFigures[]> {
  let told: number | null = null;
  return async ({ environment, revision, remotes }) => {
    if (revision !== told) await tellEntries(source, environment, remotes);
    told = revision;
    return remotes.some(({ canary }) => canary !== undefined) ? readFigures(source, environment) : [];
  };
}

/** Imported lazily: most commands do not need it, and supabase-js prints a notice on Node 20. */
async function clientOf({ url, key, accessToken = key }: FiguresSource): Promise<DataClient> {
  const { createDataClient } = await import('@nemus/data');
  return createDataClient({
    url: url.replace(/\/$/, ''),
    publishableKey: key,
    accessToken: () => Promise.resolve(accessToken),
  });
}

/** Gives up a request without an answer in time; its status is 0 then. */
function inTime<T>(question: { abortSignal(signal: AbortSignal): T }): T {
  return question.abortSignal(AbortSignal.timeout(TIMEOUT));
}

/** Entries without the fields that are not sent. */
function toJson(entries: readonly RegisteredRemote[]): Json {
  const sent: Json = JSON.parse(JSON.stringify(entries));
  return sent;
}

function refused({ url }: FiguresSource, what: string, status: number, cause: unknown): Refusal {
  if (status === 0)
    return new Refusal('store', `${url} cannot be reached for the figures.`, 'Check the address.', { cause });
  return new Refusal('store', `${url} ${what}: ${status}.`, 'Check the key and the address.', { cause });
}

/** The author of stopped canaries, in the audit log. */
const WATCHER = 'portal';

/** A release without reports. */
const NO_REPORTS: ReleaseFigures = { accounts: 0, failedAccounts: 0 };

/** A canary that was stopped. */
export interface HaltedCanary {
  readonly remote: string;
  readonly version: string;
  readonly reason: string;
}

/**
 * Stops every canary that failed for more accounts than its bound allows. A store in a Supabase project does it
 * automatically; this is for stores that keep no figures, such as a folder. Needs no team's key.
 */
export async function judgeCanaries(
  store: ReleaseStore,
  environment: string,
  figures: readonly RemoteFigures[],
): Promise<HaltedCanary[]> {
  const halted: HaltedCanary[] = [];
  const { registry } = await readCurrent(store, environment);
  for (const { name, canary, stable } of registry.remotes) {
    const of = (version: string | undefined) =>
      figures.find((candidate) => candidate.remote === name && candidate.version === version);
    const found = of(canary?.pointer.version);
    const reason = canary && found && canaryVerdict(canary, found, of(stable.version) ?? NO_REPORTS);
    if (!found || !reason) continue;
    const result = await changeEntry(
      { store, environment, remote: name, who: WATCHER, why: reason },
      (current, entry) => {
        // Judged on the current state: the team may have set another canary in the meantime.
        const running = entry?.canary;
        if (!running || running.pointer.version !== found.version || entry.canaryHalted?.version === found.version)
          return null;
        return {
          entry: haltedEntry(current.raw.get(name) ?? {}, found.version, new Date(), reason),
          keepsSignature: true,
          audit: { action: 'canary-halt', from: `${found.version} for ${running.percent} %`, to: null },
        };
      },
    );
    if (result.status === 'changed') halted.push({ remote: name, version: found.version, reason });
  }
  return halted;
}

export interface WatchRequest {
  readonly store: ReleaseStore;
  readonly environment: string;
  /** The figures for the current registry; see {@link figuresReader}. */
  readonly read: (registry: RegistryDocument) => Promise<readonly RemoteFigures[]>;
  readonly everyMs: number;
  /** Ends the watch. */
  readonly signal: AbortSignal;
  readonly onHalt: (halted: HaltedCanary) => void;
  readonly onError: (error: unknown) => void;
}

/** Judges all canaries again and again until the signal. What fails once is tried again the next time. */
export async function watchCanaries({ store, environment, read, everyMs, signal, onHalt, onError }: WatchRequest) {
  while (!signal.aborted) {
    try {
      const { registry } = await readCurrent(store, environment);
      for (const halted of await judgeCanaries(store, environment, await read(registry))) onHalt(halted);
    } catch (error) {
      onError(error);
    }
    await pause(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
