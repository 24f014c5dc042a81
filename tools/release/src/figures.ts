import { z } from 'zod';

const reportsSchema = z.array(
  z.object({
    environment: z.string(),
    remote: z.string(),
    version: z.string().nullable(),
    hour: z.string(),
    name: z.string(),
    /** What came next, and for an error its type and the places of its stack. */
    detail: z.string(),
  }),
);
/** A failure that a card showed with a support id. */
export type FailureReport = z.infer<typeof reportsSchema>[number];

/** The answer of `nemus_support_reports`. */
export function reportsOf(answer: unknown): FailureReport[] {
  return reportsSchema.parse(answer);
}

const rowsSchema = z.array(
  z
    .object({
      remote: z.string(),
      version: z.string(),
      accounts: z.number(),
      failed_accounts: z.number(),
      starts: z.number(),
      failures: z.number(),
      /** Milliseconds from the request for the area to its code; `null` without measurements. */
      load_ms: z.number().nullable(),
      /** Milliseconds from there to its first screen. */
      mount_ms: z.number().nullable(),
    })
    .transform(({ failed_accounts: failedAccounts, load_ms: loadMs, mount_ms: mountMs, ...row }) => {
      return { ...row, failedAccounts, loadMs, mountMs };
    }),
);
/** What a release did in users' browsers, over all accounts. Times are the slowest of the fastest three quarters. */
export type RemoteFigures = z.infer<typeof rowsSchema>[number];

/** The answer of `nemus_release_health_figures`. */
export function figuresOf(answer: unknown): RemoteFigures[] {
  return rowsSchema.parse(answer);
}
