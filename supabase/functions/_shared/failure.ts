import { isRefusalCode, readRefusal, REFUSALS, type RefusalCode } from './texts/refusals.ts';

export { isRefusalCode, type RefusalCode };

/** A refusal that the caller can understand. Every other error becomes `unexpected`. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly code: RefusalCode;
  readonly status: number;

  /** @param options.values further values of the code's sentence, as the database sent them */
  constructor(code: RefusalCode, { values, ...options }: { cause?: unknown; values?: unknown } = {}) {
    super(readRefusal(code, values), options);
    this.code = code;
    this.status = REFUSALS[code].status;
  }
}
