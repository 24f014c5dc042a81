import { z } from 'zod';

/** Everything that changes a store. */
const AUDIT_ACTIONS = [
  'publish',
  'promote',
  'rollback',
  'canary-set',
  'canary-step',
  'canary-stop',
  'canary-halt',
  'disable',
  'enable',
  'renew',
  'retire',
  'stop',
  'start',
  'stops-renew',
  'gc',
  'purge',
] as const;

/** One line of the audit log: who changed what, when, from which value to which, and why. */
export const auditLineSchema = z.strictObject({
  at: z.iso.datetime(),
  who: z.string().min(1),
  action: z.enum(AUDIT_ACTIONS),
  remote: z.string(),
  /** The previous value, such as a version; `null` when there was none. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  why: z.string(),
  /** Findings that were overruled with `--force`. */
  forced: z.array(z.string()).optional(),
  /** Revision of the registry that the change made; absent for what changes no registry. */
  revision: z.number().int().optional(),
  /** Serial of the stop list that the change made. */
  serial: z.number().int().optional(),
});
export type AuditLine = z.infer<typeof auditLineSchema>;

/** A line as the caller gives it: the store adds time, and revision or serial. */
export type AuditInput = Omit<AuditLine, 'at' | 'revision' | 'serial'>;
