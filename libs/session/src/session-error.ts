import { isAuthError, isAuthRetryableFetchError } from '@supabase/auth-js';

/**
 * Why a request to the authentication service failed.
 * `code` is the service's own (`invalid_credentials`, `email_not_confirmed`, `weak_password`, …), `network` when no
 * answer came, `unexpected` for everything that the service did not word.
 */
export class SessionError extends Error {
  override readonly name = 'SessionError';
  readonly code: string;
  /** HTTP status; 0 when no answer came. */
  readonly status: number;
  /** The service's sentence for the reader, or null when it gave none. */
  readonly serverMessage: string | null;

  constructor(code: string, status: number, serverMessage: string | null, options?: { cause?: unknown }) {
    super(serverMessage ?? code, options);
    this.code = code;
    this.status = status;
    this.serverMessage = serverMessage;
  }
}

/** Translates whatever the auth client returned or threw. */
export function toSessionError(cause: unknown): SessionError {
  if (cause instanceof SessionError) return cause;
  if (!isAuthError(cause)) return new SessionError('unexpected', 0, null, { cause });
  const status = cause.status ?? 0;
  // No answer, or a gateway's in its place; the message is then that of a program.
  if (isAuthRetryableFetchError(cause)) return new SessionError('network', status, null, { cause });
  // Without a status the error was made in the client, not by the service; its wording is not for readers.
  if (status === 0) return new SessionError('unexpected', 0, null, { cause });
  return new SessionError(cause.code ?? 'unexpected', status, cause.message, { cause });
}

/** Asks the service; its answer, or a {@link SessionError} in the place of every kind of failure. */
export async function ask<T extends { error: unknown }>(request: () => Promise<T>): Promise<T> {
  let answer: T;
  try {
    answer = await request();
  } catch (error) {
    throw toSessionError(error);
  }
  if (answer.error) throw toSessionError(answer.error);
  return answer;
}
