import type { TelemetryReport } from '@nemus/contract';

/** An entry of the record, with its owner. */
export interface TelemetryEntry extends TelemetryReport {
  /** ISO 8601. */
  readonly at: string;
  /** `shell` for the shell itself. */
  readonly remote: string;
  readonly version: string | null;
  readonly team: string | null;
}

/** Owner of a report. */
export type TelemetryOwner = Pick<TelemetryEntry, 'remote' | 'version' | 'team'>;

export const SHELL_OWNER: TelemetryOwner = { remote: 'shell', version: null, team: 'platform' };
