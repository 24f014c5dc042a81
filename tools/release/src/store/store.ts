import type { StopList } from '@nemus/registry';
import type { FailureReport, RemoteFigures } from '../figures';
import type { AuditInput, AuditLine } from './audit';

/** A change of one area's entry in the registry of one environment. */
export interface EntryChange {
  readonly environment: string;
  readonly remote: string;
  /** Revision that the change was computed from; 0 when the environment has no registry yet. */
  readonly expectedRevision: number;
  /** The new entry, exactly as the document will have it; `null` removes the area. */
  readonly entry: object | null;
  readonly audit: AuditInput;
  /** The change switches the area off: the author that users read; by default the team or the operators. */
  readonly switched?: { readonly by: string | null; readonly team: string };
  /** How long browsers may use the document without a newer one, in milliseconds. */
  readonly validFor: number;
}

/** A new stop list of one environment, signed. */
export interface StopsChange {
  readonly environment: string;
  /** Serial of the list that the change was computed from; 0 when there was none. */
  readonly expectedSerial: number;
  readonly list: StopList;
  readonly audit: AuditInput;
}

/** `revision`: the new one after success, the existing one after a conflict. */
export type CompareAndSetResult = { readonly ok: boolean; readonly revision: number };

/**
 * Where releases and registries are. Paths are relative to the store's root with forward slashes. An adapter has only
 * these rules: files never change, and an entry changes only from the revision that was read.
 */
export interface ReleaseStore {
  /** Where it is, for people. */
  readonly location: string;
  /**
   * Puts a file that never changes. The same bytes again are fine (`identical`); other bytes under the same path are
   * refused with the code `already-exists`.
   */
  putImmutable(path: string, content: Uint8Array): Promise<'created' | 'identical'>;
  /** The bytes of a file; `null` when there is none. */
  read(path: string): Promise<Uint8Array | null>;
  /** Names directly in a folder, sorted; those of folders end with a slash. Empty when there is no such folder. */
  list(folder: string): Promise<string[]>;
  /** Deletes a file, and its folder when it was the last in it. Only for releases that no entry points to. */
  remove(path: string): Promise<void>;
  /** Environments that have a registry, sorted. */
  environments(): Promise<string[]>;
  /** Text of an environment's registry document; `null` before the first promotion. */
  readRegistry(environment: string): Promise<string | null>;
  /**
   * Sets one entry when the registry still has the expected revision, together with the audit line: both happen or
   * neither does. Never waits: after a conflict the caller reads and decides again.
   */
  compareAndSet(change: EntryChange): Promise<CompareAndSetResult>;
  /** Text of the stop list of an environment; `null` when there never was one. */
  readStops(environment: string): Promise<string | null>;
  /** The same as {@link compareAndSet} for the stop list; `revision` is its serial. */
  writeStops(change: StopsChange): Promise<CompareAndSetResult>;
  /** Stores a proposal for an area, one at a time; `null` removes it. Browsers never read it. */
  putProposal(environment: string, remote: string, text: string | null): Promise<void>;
  /** Text of the proposal for an area; `null` when there is none. */
  readProposal(environment: string, remote: string): Promise<string | null>;
  /** Adds a line to an audit log for something that changes no registry. */
  appendAudit(log: string, line: AuditInput): Promise<void>;
  /** All lines of a log (an environment's, or `store` for publishing and cleaning), oldest first. */
  readAudit(log: string): Promise<AuditLine[]>;
  /**
   * Records in {@link purgeLog} that a CDN was asked to drop what it has cached. The store in a Supabase project leaves
   * this out: its log takes only the decisions of the database itself.
   */
  notePurge?(environment: string, line: AuditInput): Promise<void>;
  /** What browsers reported, where the store has it: a folder has none. */
  readFigures?(environment: string): Promise<RemoteFigures[]>;
  /** The failures behind a support id, where the store has them and the login may read them. */
  readReports?(supportId: string): Promise<FailureReport[]>;
}

/** Log of what concerns the store as a whole: publishing and cleaning up. */
export const STORE_LOG = 'store';

/** Log of requests to a CDN: beside the environment's own, which older versions read as well. */
export function purgeLog(environment: string): string {
  return `${environment}.purge`;
}
