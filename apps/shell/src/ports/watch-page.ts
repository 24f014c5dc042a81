import { z } from 'zod';
import type { TelemetryReport } from '@nemus/contract';
import type { TelemetryOwner } from './telemetry-entry';

/** How to find out whose mistake something was. */
export interface Attribution {
  /** Who owns a script address; null for addresses that belong to nobody known. */
  readonly ownerOf: (address: string) => TelemetryOwner | null;
  /** Whose page was on the screen in this span (`performance.now()`); null when none was. */
  readonly shownIn: (from: number, until: number) => TelemetryOwner | null;
}

/** Milliseconds for which clicks may wait before it is worth a report. */
const TOO_LONG = 500;

/** What is read of the browser's `long-animation-frame`, which not every browser and no type library knows. */
const frameSchema = z.object({
  startTime: z.number(),
  duration: z.number(),
  blockingDuration: z.number(),
  scripts: z.array(z.object({ sourceURL: z.string(), duration: z.number() })),
});

/**
 * Writes down what goes wrong behind a page that goes on: errors that nobody caught, and scripts that keep the page's
 * only thread for themselves. Each report names the release whose script it was; where no script's address is known,
 * the release whose page was on the screen. What happens over and over is reported at the 1st, 10th, 100th, … time.
 *
 * @returns Ends it.
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
    // Messages that differ each time must not pile up either.
    if (timesOf.size > 500) timesOf.clear();
    if (Number.isInteger(Math.log10(times))) report({ name, message, data: { ...data, times } }, owner);
  }

  function reportUncaught(name: string, error: unknown, source: string) {
    const stack = error instanceof Error ? (error.stack ?? '') : '';
    const addresses = addressesIn(`${source}\n${stack}`);
    const owner = addresses.map(ownerOf).find((found) => found !== null) ?? null;
    const message = error instanceof Error ? error.message : String(error);
    // The stack first: it has the line.
    const trace = traceOf(error, addressesIn(`${stack}\n${source}`));
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
    // Areas run inside the shell's React as well; then the browser knows the shell's script alone.
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

/** What of an error says where it was and not what it was about: its type, and its place. */
function traceOf(error: unknown, addresses: readonly string[]): Record<string, string> {
  const place = placeIn(addresses);
  return error instanceof Error && /^[A-Z][A-Za-z]{0,39}$/.test(error.name) ? { type: error.name, ...place } : place;
}

/** File, line and column of the first script of ours: all the same for whoever meets the error. */
function placeIn(addresses: readonly string[]): Record<string, string> {
  const ours = /\/(?:releases|assets)\/(?:[^?#]*\/)?([\w.-]{1,60}\.js(?::\d+){0,2})$/;
  const place = addresses.map((address) => ours.exec(address)?.[1]).find((found) => found !== undefined);
  return place === undefined ? {} : { place };
}

/** Script addresses in a stack trace, innermost first. */
function addressesIn(stack: string): string[] {
  return stack.match(/https?:\/\/[^\s()]+/g) ?? [];
}
