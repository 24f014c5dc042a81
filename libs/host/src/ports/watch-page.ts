import { z } from 'zod';
import type { TelemetryReport } from '@nemus/contract';
import type { TelemetryOwner } from './telemetry-entry';
import { addressesIn, placeIn, stackOf, typeOf } from './trace';

/** How to attribute a problem. */
export interface Attribution {
  /** Owner of a script address; null if unknown. */
  readonly ownerOf: (address: string) => TelemetryOwner | null;
  /** Owner of the page on the screen in this span (`performance.now()`); null if there was none. */
  readonly shownIn: (from: number, until: number) => TelemetryOwner | null;
}

/** Delay of clicks, in milliseconds, that is worth a report. */
const TOO_LONG = 500;

/** The used part of the browser's `long-animation-frame`, which not every browser and no type library has. */
const frameSchema = z.object({
  startTime: z.number(),
  duration: z.number(),
  blockingDuration: z.number(),
  scripts: z.array(z.object({ sourceURL: z.string(), duration: z.number() })),
});

/**
 * Records background failures of a page: uncaught errors, and scripts that block the main thread. Each report names the
 * release of the script; without a script address, the release whose page was on the screen. Repeated ones are reported
 * at the 1st, 10th, 100th, … time.
 *
 * @returns Stops it.
 */
export function watchPage(
  report: (entry: TelemetryReport, owner: TelemetryOwner | null) => void,
  { ownerOf, shownIn }: Attribution,
): () => void {
  const timesOf = new Map<string, number>();

  function reportSometimes(name: string, message: string, data: Record<string, unknown>, owner: TelemetryOwner | null) {
    const key = [name, message, owner?.remote, owner?.version].join('\n');
    const times = (timesOf.get(key) ?? 0) + 1;
    timesOf.set(key, times);
    // Messages that always differ must not pile up either.
    if (timesOf.size > 500) timesOf.clear();
    if (Number.isInteger(Math.log10(times))) report({ name, message, data: { ...data, times } }, owner);
  }

  function reportUncaught(name: string, error: unknown, source: string) {
    const stack = stackOf(error);
    const addresses = addressesIn(`${source}\n${stack}`);
    const owner = addresses.map(ownerOf).find((found) => found !== null) ?? null;
    const message = error instanceof Error ? error.message : String(error);
    // The stack first: it has the line.
    const trace = { ...typeOf(error), ...placeIn(addressesIn(`${stack}\n${source}`)) };
    if (owner || addresses.length > 0) return reportSometimes(name, message, trace, owner);
    const now = performance.now();
    reportSometimes(name, message, { ...trace, ownerBy: 'page' }, shownIn(now, now));
  }

  function reportFrame(entry: PerformanceEntry) {
    const frame = frameSchema.safeParse(entry.toJSON());
    if (!frame.success || frame.data.blockingDuration < TOO_LONG) return;
    const { startTime, duration, blockingDuration, scripts } = frame.data;
    const longest = scripts.toSorted((a, b) => b.duration - a.duration);
    const owner = longest.map(({ sourceURL }) => ownerOf(sourceURL)).find((found) => found !== null) ?? null;
    // Areas run inside the shell's React as well; the browser then only knows the shell's script.
    reportSometimes(
      'main-thread-blocked',
      longest[0]?.sourceURL.split('?')[0] ?? '',
      {
        ms: Math.round(blockingDuration),
        ...placeIn(longest.map(({ sourceURL }) => sourceURL)),
        ...(owner ? {} : { ownerBy: 'page' }),
      },
      owner ?? shownIn(startTime, startTime + duration),
    );
  }

  const onError = (event: ErrorEvent) => reportUncaught('uncaught-error', event.error ?? event.message, event.filename);
  const onRejection = (event: PromiseRejectionEvent) => reportUncaught('unhandled-rejection', event.reason, '');
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  const stopFrames = observeFrames(reportFrame);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
    stopFrames();
  };
}

function observeFrames(onFrame: (entry: PerformanceEntry) => void): () => void {
  if (typeof PerformanceObserver === 'undefined') return () => undefined;
  if (!PerformanceObserver.supportedEntryTypes.includes('long-animation-frame')) return () => undefined;
  const observer = new PerformanceObserver((list) => list.getEntries().forEach(onFrame));
  observer.observe({ type: 'long-animation-frame', buffered: true });
  return () => observer.disconnect();
}
