import type { FailureKind } from '@nemus/contract';
import { missingNamesText, type MissingNames } from '@nemus/registry';

/** A failure whose owner is not known yet; the mount turns it into a `RemoteFailure`. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.kind = kind;
  }
}

/** A release uses what this shell does not have; each by its name. */
export class MissingNamesProblem extends Problem {
  readonly missing: readonly MissingNames[];

  constructor(missing: readonly MissingNames[]) {
    super('contract', missing.map(missingNamesText).join(' '));
    this.missing = missing;
  }
}

/** What was missing, when that was the problem. */
export function missingOf(problem: Problem): { missing?: readonly MissingNames[] } {
  return problem instanceof MissingNamesProblem ? { missing: problem.missing } : {};
}

/** Any thrown value as a problem; other values become one of the given kind. */
export function problemOf(error: unknown, kind: FailureKind): Problem {
  return error instanceof Problem ? error : new Problem(kind, textOf(error), { cause: error });
}

/** Readable text of a thrown value. */
export function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
