import { z } from 'zod';

/** What a served app reports to its parent process after every build. */
export const buildReportSchema = z.object({
  ok: z.boolean(),
  ms: z.number(),
  /** Errors; empty when there are none. */
  problems: z.string(),
});
export type BuildReport = z.infer<typeof buildReportSchema>;
