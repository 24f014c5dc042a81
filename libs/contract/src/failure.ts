/**
 * Why an area could not be shown. `network`, `http` and `timeout` are worth another try with the same bytes;
 * `integrity` and `contract` never are.
 */
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
export type FailureKind = (typeof FAILURE_KINDS)[number];

/** Whose failure it is. `version` is null when it failed before a release was chosen. */
export interface FailureOrigin {
  readonly remote: string;
  readonly version: string | null;
  readonly team: string | null;
}

/** A failure of one remote, always with its kind and its owner. */
export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure';
  readonly kind: FailureKind;
  readonly origin: FailureOrigin;
  /** Short id that a user can read out to support; telemetry has the same id. */
  readonly supportId: string;

  constructor(kind: FailureKind, origin: FailureOrigin, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.kind = kind;
    this.origin = origin;
    this.supportId = createSupportId();
  }
}

const SUPPORT_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** Eight characters without those that are misread aloud (I, O, 0, 1), such as `K7QM-2XWD`. */
export function createSupportId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  const characters = Array.from(bytes, (byte) => SUPPORT_ALPHABET[byte % SUPPORT_ALPHABET.length]).join('');
  return `${characters.slice(0, 4)}-${characters.slice(4)}`;
}
