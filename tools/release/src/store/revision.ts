import { z } from 'zod';
import { auditLineSchema } from './audit';

/**
 * A revision of a registry or stop list as a store of files keeps it: the document's text and its audit line. Both are
 * in one file, so that neither exists without the other.
 */
export const revisionSchema = z.strictObject({
  audit: auditLineSchema,
  document: z.string(),
  /** The author, where a writer has to tell its own file from another's: see the S3 store. */
  nonce: z.string().optional(),
});
export type Revision = z.infer<typeof revisionSchema>;

/** Name of a revision's file. Sorted as text, names are in the order of their revisions. */
export function revisionName(revision: number): string {
  return `${String(revision).padStart(12, '0')}.json`;
}

const REVISION_FILE = /^(\d{12})\.json$/;

/** Revisions among the names of a folder. */
export function revisionsAmong(names: readonly string[]): number[] {
  return names.flatMap((name) => REVISION_FILE.exec(name)?.[1] ?? []).map(Number);
}

/** Changes pending a second signature. */
export const proposalFile = (environment: string, remote: string) => `proposals/${environment}/${remote}.json`;
