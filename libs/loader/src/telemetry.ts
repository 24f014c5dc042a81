import type { FailureKind } from '@nemus/contract';
import type { MissingNames } from '@nemus/registry';
import type { AreaSource } from './load-target';
import type { AreaPhase } from './state';

interface LoaderEventBase {
  readonly remote: string;
  readonly team: string | null;
  /** Null before a release was chosen. */
  readonly version: string | null;
  readonly source: AreaSource | null;
  /** Exposed module: `./app`, or that of a slot. */
  readonly expose: string;
  /** Milliseconds since the user opened the area, or retried. */
  readonly ms: number;
}

/** Telemetry of the loader, one event per step. Without personal data. */
export type LoaderEvent =
  | (LoaderEventBase & { readonly name: 'phase'; readonly phase: AreaPhase })
  | (LoaderEventBase & {
      readonly name: 'failure';
      readonly kind: FailureKind;
      readonly message: string;
      /** What the release uses and this shell does not have, when that was the failure. */
      readonly missing?: readonly MissingNames[];
      readonly supportId: string;
      /** What was thrown; only its type and places in our scripts leave the browser. */
      readonly error?: unknown;
      /** How it was handled. */
      readonly next: 'retry' | 'next-release' | 'stop';
    })
  /** A release's code begins to run ahead of its mount; it has run, or is lost. */
  | (LoaderEventBase & { readonly name: 'ahead'; readonly phase: 'begun' | 'ended' })
  /** Something that the user does not notice, such as a clean-up that hangs. */
  | (LoaderEventBase & { readonly name: 'trouble'; readonly kind: FailureKind; readonly message: string });

export type TelemetrySink = (event: LoaderEvent) => void;
