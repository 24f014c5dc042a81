import { z } from 'zod';

/** What a served app says to the process that started it, after every build. */
export const buildReportSchema = z.object({
  ok: z.boolean(),
  ms: z.number(),
  /** What is wrong; empty when nothing is. */
  problems: z.string(),
});
export type BuildReport = z.infer<typeof buildReportSchema>;
