/** Kinds of errors in the words of Stripe's API. */
export type ProviderErrorType = 'invalid_request_error' | 'idempotency_error' | 'card_error' | 'api_error';

interface ProviderErrorDetails {
  readonly code?: string;
  /** The parameter at fault, as `line_items[0][quantity]`. */
  readonly param?: string;
  readonly type?: ProviderErrorType;
}

/** An error as Stripe's API answers it; the SDK turns it into its own class by type and status. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly status: number;
  readonly type: ProviderErrorType;
  readonly code: string | undefined;
  readonly param: string | undefined;

  constructor(
    status: number,
    message: string,
    { code, param, type = 'invalid_request_error' }: ProviderErrorDetails = {},
  ) {
    super(message);
    this.status = status;
    this.type = type;
    this.code = code;
    this.param = param;
  }

  /** Body of the answer. */
  body() {
    return { error: { type: this.type, message: this.message, code: this.code, param: this.param } };
  }
}

/** The object named by the address does not exist. */
export const noSuch = (kind: string, id: string): ProviderError =>
  new ProviderError(404, `No such ${kind}: '${id}'`, { code: 'resource_missing', param: 'id' });

/** A parameter names an object that does not exist. */
export const noSuchParam = (kind: string, id: string, param: string): ProviderError =>
  new ProviderError(400, `No such ${kind}: '${id}'`, { code: 'resource_missing', param });
