import type { CDPSession } from '@playwright/test';
import type { Sources } from './sources';

/** Milliseconds of processor time by name; of one occasion, summed up over its runs. */
export interface ProcessorTime {
  readonly byPart: Map<string, number>;
  readonly byPlace: Map<string, number>;
}

/** Between two looks at what runs. Microseconds. */
const INTERVAL = 200;
/** What the profile calls waiting. */
const IDLE = '(idle)';

/** Nothing yet. */
export const noTime = (): ProcessorTime => ({ byPart: new Map(), byPlace: new Map() });

/** Adds to `sum` what the page's scripts cost while something is done. */
export async function addProcessorTime(
  session: CDPSession,
  sources: Sources,
  sum: ProcessorTime,
  act: () => Promise<unknown>,
): Promise<void> {
  await session.send('Profiler.enable');
  await session.send('Profiler.setSamplingInterval', { interval: INTERVAL });
  await session.send('Profiler.start');
  await act();
  const { profile } = await session.send('Profiler.stop');
  const own = new Map<number, number>();
  const { samples = [], timeDeltas = [] } = profile;
  for (const [place, id] of samples.entries()) own.set(id, (own.get(id) ?? 0) + (timeDeltas[place] ?? 0) / 1_000);
  for (const { id, callFrame } of profile.nodes) {
    const spent = own.get(id) ?? 0;
    if (spent === 0 || callFrame.functionName === IDLE) continue;
    const { url, lineNumber, columnNumber, functionName } = callFrame;
    const { part, place } = sources.originOf(url, lineNumber, columnNumber, functionName);
    sum.byPart.set(part, (sum.byPart.get(part) ?? 0) + spent);
    sum.byPlace.set(place, (sum.byPlace.get(place) ?? 0) + spent);
  }
}
