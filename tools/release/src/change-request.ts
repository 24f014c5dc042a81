import type { Signer, TrustedKeys } from '@nemus/registry';
import type { ReleaseStore } from './store/store';

/** Whose change it is, and where. */
export interface ChangeRequest {
  readonly store: ReleaseStore;
  readonly environment: string;
  readonly remote: string;
  readonly who: string;
  readonly why: string;
  /** Signs the entry for the team; without it the entry carries no signature. */
  readonly signer?: Signer;
  /** Keys that the shell pins; with them, an entry that browsers would refuse is not written. */
  readonly trustedKeys?: TrustedKeys;
  /** Leaves the signed entry for a second person (`countersign`) instead of writing it. */
  readonly propose?: boolean;
  /** Days that browsers may use the registry and the signature without a newer one. */
  readonly validForDays?: number;
}
