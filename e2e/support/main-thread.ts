import type { Page } from '@playwright/test';
import { z } from 'zod';

/** The used part of a trace event (Chromium's Trace Event Format); times are microseconds. */
const eventSchema = z.object({
  name: z.string(),
  ph: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** The thread's own working time, without waits for other processes. */
  tdur: z.number().optional(),
  args: z.object({ name: z.unknown() }).partial().optional(),
});

/**
 * Longest main-thread task during an action, in ms of its own work. Unlike the browser's "long tasks" it does not
 * depend on the machine's load.
 */
export async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const events: z.infer<typeof eventSchema>[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const candidate of value) {
      const event = eventSchema.safeParse(candidate);
      if (event.success) events.push(event.data);
    }
  });
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', '__metadata', 'disabled-by-default-devtools.timeline'] },
  });
  await work();
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const threadOf = ({ pid, tid }: { pid: number; tid: number }) => `${pid}/${tid}`;
  const mainThreads = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(threadOf),
  );
  const tasks = events.filter(
    (event) => event.ph === 'X' && event.name.endsWith('RunTask') && mainThreads.has(threadOf(event)),
  );
  const durations = tasks.flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur]));
  // A browser that does not measure must fail here: 0 ms would pass every limit.
  if (durations.length === 0) throw new Error('The trace holds no measured task of the main thread.');
  return Math.max(...durations) / 1_000;
}
