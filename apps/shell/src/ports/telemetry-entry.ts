import type { TelemetryReport } from '@nemus/contract';

/** One line of the record, with its owner. */
export interface TelemetryEntry extends TelemetryReport {
  /** ISO 8601. */
  readonly at: string;
  /** `shell` for the shell's own. */
  readonly remote: string;
  readonly version: string | null;
  readonly team: string | null;
}

/** Whose report it is. */
export type TelemetryOwner = Pick<TelemetryEntry, 'remote' | 'version' | 'team'>;

export const SHELL_OWNER: TelemetryOwner = { remote: 'shell', version: null, team: 'platform' };
