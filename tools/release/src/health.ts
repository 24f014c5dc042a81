import { setTimeout as pause } from 'node:timers/promises';
import { canaryVerdict, haltedEntry } from '@nemus/registry';
import { changeEntry, readCurrent } from './change';
import { figuresOf, type RemoteFigures } from './figures';
import { Refusal } from './refusal';
import type { ReleaseStore } from './store/store';

/** Longest wait for the figures, in milliseconds. */
const TIMEOUT = 15_000;

/** Where the figures are, and who asks for them. */
export interface FiguresSource {
  readonly url: string;
  /** The project's secret key; with an access token its publishable one. */
  readonly key: string;
  /** Access token of somebody who releases. */
  readonly accessToken?: string;
}

/** Reads what browsers reported (`nemus_release_health_figures`). */
export async function readFigures(
  { url, key, accessToken = key }: FiguresSource,
  environment: string,
): Promise<RemoteFigures[]> {
  const address = `${url.replace(/\/$/, '')}/rest/v1/rpc/nemus_release_health_figures`;
  const answer = await fetch(address, {
    method: 'POST',
    headers: { apikey: key, Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ p_environment: environment }),
    signal: AbortSignal.timeout(TIMEOUT),
  }).catch((cause: unknown) => {
    throw new Refusal('store', `${url} cannot be reached for the figures.`, 'Check the address.', { cause });
  });
  if (!answer.ok) {
    throw new Refusal('store', `${url} does not tell the figures: ${answer.status}.`, 'Check the key and the address.');
  }
  return figuresOf(await answer.json());
}

/** Who stops canaries, in the audit log. */
const WATCHER = 'portal';

/** A canary that was stopped. */
export interface HaltedCanary {
  readonly remote: string;
  readonly version: string;
  readonly reason: string;
}

/**
 * Stops every canary that failed for more accounts than its bound allows. A store in a Supabase project does it by
 * itself; this is for stores that hold no figures, such as a folder. Needs no team's key.
 */
export async function judgeCanaries(
  store: ReleaseStore,
  environment: string,
  figures: readonly RemoteFigures[],
): Promise<HaltedCanary[]> {
  const halted: HaltedCanary[] = [];
  const { registry } = await readCurrent(store, environment);
  for (const { name, canary } of registry.remotes) {
    const version = canary?.pointer.version;
    const found = figures.find((candidate) => candidate.remote === name && candidate.version === version);
    if (!found) continue;
    const request = { store, environment, remote: name, who: WATCHER };
    let reason: string | null = null;
    const result = await changeEntry(
      { ...request, why: `${found.failedAccounts} of ${found.accounts} accounts failed` },
      (current, entry) => {
        // Judged on what is there now: the team may have set another canary in the meantime.
        const running = entry?.canary;
        if (!running || running.pointer.version !== found.version || entry.canaryHalted?.version === found.version)
          return null;
        reason = canaryVerdict(running, found);
        if (reason === null) return null;
        return {
          entry: haltedEntry(current.raw.get(name) ?? {}, found.version, new Date(), reason),
          keepsSignature: true,
          audit: { action: 'canary-halt', from: `${found.version} for ${running.percent} %`, to: null },
        };
      },
    );
    if (result.status === 'changed' && reason !== null) halted.push({ remote: name, version: found.version, reason });
  }
  return halted;
}

export interface WatchRequest {
  readonly store: ReleaseStore;
  readonly environment: string;
  readonly read: () => Promise<readonly RemoteFigures[]>;
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
      for (const halted of await judgeCanaries(store, environment, await read())) onHalt(halted);
    } catch (error) {
      onError(error);
    }
    await pause(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
