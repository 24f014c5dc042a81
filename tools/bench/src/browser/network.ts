import type { CDPSession } from '@playwright/test';

/** A connection, and how many times slower the processor is. */
export interface Limits {
  readonly network: { readonly down: number; readonly up: number; readonly latency: number } | null;
  readonly cpu: number;
}

/** A connection and a processor to measure with. */
export interface Conditions extends Limits {
  readonly name: 'slow' | 'line' | 'inp';
}

const KILOBIT = 1_000 / 8;
const SLOW_4G = { down: 1_600 * KILOBIT, up: 750 * KILOBIT, latency: 150 };
/** The slow line with a slow processor, the slow line alone, and the slow processor alone. */
export const CONDITIONS: Readonly<Record<Conditions['name'], Conditions>> = {
  slow: { name: 'slow', network: SLOW_4G, cpu: 4 },
  line: { name: 'line', network: SLOW_4G, cpu: 1 },
  inp: { name: 'inp', network: null, cpu: 4 },
};

/** The machine as it is. */
export const UNLIMITED: Limits = { network: null, cpu: 1 };

/** One request of the page. Times are seconds of the browser's own clock. */
export interface SeenRequest {
  readonly url: string;
  readonly type: string;
  /** The same for requests that ask the same again. */
  readonly question: string;
  readonly start: number;
  end: number;
  bytes: number;
  fromCache: boolean;
  /** Answered by the page's worker, from the device or from the network. */
  byWorker: boolean;
}

/** Notes every request of a page. */
export class NetworkLog {
  readonly #requests = new Map<string, SeenRequest>();
  /** Start of the last navigation, on the clock of the requests. */
  navigation = 0;

  constructor(session: CDPSession) {
    session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other', timestamp, redirectResponse }) => {
      if (redirectResponse || !request.url.startsWith('http')) return;
      if (type === 'Document') this.navigation = timestamp;
      this.#requests.set(requestId, {
        url: request.url,
        type: request.method === 'OPTIONS' ? 'Preflight' : type,
        question: `${request.method} ${request.url} ${request.postData ?? ''}`,
        start: timestamp,
        end: Number.POSITIVE_INFINITY,
        bytes: 0,
        fromCache: false,
        byWorker: false,
      });
    });
    session.on('Network.requestServedFromCache', ({ requestId }) => {
      const request = this.#requests.get(requestId);
      if (request) request.fromCache = true;
    });
    session.on('Network.responseReceived', ({ requestId, response }) => {
      const request = this.#requests.get(requestId);
      if (!request) return;
      request.byWorker = response.fromServiceWorker === true;
      const kept = request.byWorker && response.serviceWorkerResponseSource !== 'network';
      if (kept || response.fromDiskCache || response.fromPrefetchCache) request.fromCache = true;
    });
    session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
      const request = this.#requests.get(requestId);
      if (!request) return;
      request.end = timestamp;
      request.bytes = request.fromCache ? 0 : encodedDataLength;
    });
    session.on('Network.loadingFailed', ({ requestId, timestamp }) => {
      const request = this.#requests.get(requestId);
      if (request) request.end = timestamp;
    });
  }

  clear() {
    this.#requests.clear();
  }

  /** Pending requests. */
  pending(): SeenRequest[] {
    return [...this.#requests.values()].filter(({ end }) => end === Number.POSITIVE_INFINITY);
  }

  /** Requests that began between two times, in milliseconds after the navigation. */
  between(from: number, to: number): SeenRequest[] {
    const at = ({ start }: SeenRequest) => (start - this.navigation) * 1_000;
    return [...this.#requests.values()].filter((request) => at(request) >= from && at(request) <= to);
  }

  all(): SeenRequest[] {
    return [...this.#requests.values()];
  }
}

/**
 * Number of requests that waited for another one: the longest chain in which each starts after the end of the previous
 * one.
 */
export function depthOf(requests: readonly SeenRequest[]): number {
  let depth = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const { start, end } of requests.toSorted((a, b) => a.end - b.end)) {
    if (start < last) continue;
    depth += 1;
    last = end;
  }
  return depth;
}

export async function throttle(session: CDPSession, { network, cpu }: Limits): Promise<void> {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: network?.latency ?? 0,
    downloadThroughput: network?.down ?? -1,
    uploadThroughput: network?.up ?? -1,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
}
