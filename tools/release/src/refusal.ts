/** Kinds of refusal, for scripts that read `--json`. */
export type RefusalCode =
  | 'not-built'
  | 'no-workspace'
  | 'malformed'
  | 'check-failed'
  | 'already-exists'
  | 'not-published'
  | 'not-registered'
  | 'nothing-to-do'
  | 'conflict'
  | 'forbidden'
  | 'untrusted'
  | 'second-person'
  | 'expiring'
  | 'no-reason'
  | 'damaged'
  | 'smoke-failed'
  | 'portal'
  | 'store';

/** A valid command that was refused, with reason and remedy. Nothing was changed. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  /** Why, in one sentence; `message` has details and remedy too. */
  readonly summary: string;
  /** What the person at the keyboard can do. */
  readonly remedy: string;
  /** Single findings, one sentence each. */
  readonly details: readonly string[];

  constructor(
    code: RefusalCode,
    summary: string,
    remedy: string,
    options: { details?: readonly string[]; cause?: unknown } = {},
  ) {
    const details = options.details ?? [];
    super([summary, ...details.map((detail) => `  - ${detail}`), `  ${remedy}`].join('\n'), { cause: options.cause });
    this.code = code;
    this.summary = summary;
    this.remedy = remedy;
    this.details = details;
  }
}
