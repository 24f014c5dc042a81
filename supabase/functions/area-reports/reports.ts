import { z } from 'zod';

const RELEASE = /^\d+\.\d+\.\d+-[0-9a-f]{8,16}$/;
const slug = z.string().regex(/^[a-z][a-z0-9-]{0,49}$/);

/** Kinds of failures, as `libs/contract` has them: functions import nothing from there (decision record 0032). */
export const FAILURE_KINDS = [
  'network',
  'http',
  'timeout',
  'integrity',
  'contract',
  'disabled',
  'missing',
  'chunk',
  'execution',
  'mount-timeout',
  'render',
] as const;

/** A failure that did not end the page. */
const ERRORS: ReadonlySet<string> = new Set([
  'uncaught-error',
  'unhandled-rejection',
  'main-thread-blocked',
  'area-trouble',
  'shell-error',
  'event-listener-error',
]);

const startSchema = z.object({
  /** Since when: the page was opened, the area was opened for the first time in this page, or again. */
  start: z.enum(['page', 'first', 'again']),
  ms: z.number().min(0),
});
/** The id that a card shows. */
const supportIdSchema = z.string().regex(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
const typeSchema = z
  .string()
  .regex(/^[A-Z][A-Za-z]{0,39}$/)
  .optional();
const PLACE = String.raw`[\w.-]{1,60}\.js(:\d{1,7}){0,2}`;
const failureSchema = z.object({
  kind: z.enum(FAILURE_KINDS),
  next: z.enum(['retry', 'next-release', 'stop']),
  supportId: supportIdSchema,
  type: typeSchema,
  /** Places in our scripts, innermost first: `nemus-release resolve` finds them in the sources. */
  stack: z
    .string()
    .max(330)
    .regex(new RegExp(`^${PLACE}( ${PLACE})*$`))
    .optional(),
});
/** Where an error was: its type, and file, line and column in one of our scripts. Never its message. */
const traceSchema = z.object({
  kind: z.enum(FAILURE_KINDS).optional(),
  type: typeSchema,
  place: z
    .string()
    .regex(new RegExp(`^${PLACE}$`))
    .optional(),
});
const pageSchema = z.object({ page: z.string().regex(/^\/([a-z0-9-]{0,30}|…)$/) });

/** A report as the shell sends it (`libs/host/src/ports/redact-entry.ts`); further fields are ignored. */
const entrySchema = z.object({
  name: slug,
  remote: z.string().regex(/^[a-z][a-z0-9-]{1,30}$/),
  /** Null for the shell, and before a release was chosen. */
  version: z.string().regex(RELEASE).nullable(),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
});

/** A batch of the shell. An invalid entry does not affect the others. */
export const batchSchema = z.object({
  environment: z.string().regex(/^[a-z0-9-]{1,40}$/),
  entries: z.array(z.unknown()).max(50),
});

/** A report as it is counted. */
export interface AreaReport {
  readonly remote: string;
  readonly version: string | null;
  readonly kind: 'start' | 'failure' | 'error' | 'report';
  readonly name: string;
  readonly detail: string;
  readonly support_id?: string;
}

/** What leads from a support id to the log of the function that failed. */
export interface LoggedFailure {
  readonly support_id: string;
  readonly request_id: string;
  readonly area: string;
}

const loggedSchema = z.object({
  remote: entrySchema.shape.remote,
  data: z.object({ supportId: supportIdSchema, requestId: z.string().regex(/^[0-9a-f-]{16,36}$/) }),
});

/** The reports of a batch whose request a function has logged. */
export function loggedFailures({ entries }: z.infer<typeof batchSchema>): LoggedFailure[] {
  return entries.flatMap((entry) => {
    const { data: found } = loggedSchema.safeParse(entry);
    return found ? [{ support_id: found.data.supportId, request_id: found.data.requestId, area: found.remote }] : [];
  });
}

/** Upper bounds of the buckets for start times, in milliseconds. */
const BUCKETS = [500, 1_000, 2_000, 4_000, 8_000] as const;

/** The counted part of a batch. Invalid entries, or ones whose data does not match their name, are dropped. */
export function countable({ entries }: z.infer<typeof batchSchema>): AreaReport[] {
  return entries.flatMap((entry) => {
    const parsed = entrySchema.safeParse(entry);
    return (parsed.success ? reportOf(parsed.data) : null) ?? [];
  });
}

function reportOf({ name, remote, version, data = {} }: z.infer<typeof entrySchema>): AreaReport | null {
  const owner = { remote, version };
  if (name === 'area-phase') {
    const start = startSchema.safeParse(data);
    return start.success ? { ...owner, kind: 'start', name: start.data.start, detail: bucketOf(start.data.ms) } : null;
  }
  if (name === 'area-failure') {
    const failure = failureSchema.safeParse(data);
    // A deliberate switch-off is no failure.
    if (!failure.success || failure.data.kind === 'disabled') return null;
    const { kind, next, supportId, type, stack } = failure.data;
    const detail = [next, type, stack].filter(Boolean).join(' ');
    return { ...owner, kind: 'failure', name: kind, detail, support_id: supportId };
  }
  if (ERRORS.has(name)) {
    const trace = traceSchema.safeParse(data);
    if (!trace.success) return null;
    const { kind, type, place } = trace.data;
    return { ...owner, kind: 'error', name, detail: [kind, type, place].filter(Boolean).join(' ') };
  }
  const page = pageSchema.safeParse(data);
  const shown = supportIdSchema.safeParse(data['supportId']).data;
  const detail = page.success ? page.data.page : '';
  return { ...owner, kind: 'report', name, detail, ...(shown === undefined ? {} : { support_id: shown }) };
}

function bucketOf(ms: number): string {
  return String(BUCKETS.find((end) => ms <= end) ?? 'more');
}
