/** What a link from an e-mail brought back in the address (implicit flow: everything stands behind the `#`). */
export interface LinkCallback {
  readonly kind: 'session' | 'error';
  /** `signup`, `recovery`, `invite`, …; null for an error. */
  readonly type: string | null;
  /** The service's code, such as `otp_expired`; null for a session. */
  readonly errorCode: string | null;
}

/**
 * Reads the parameters of the address that the auth client parsed.
 * Returns null for an ordinary address.
 */
export function readLinkCallback(params: Readonly<Record<string, string>>): LinkCallback | null {
  if (params.access_token) return { kind: 'session', type: params.type ?? null, errorCode: null };
  const errorCode = params.error_code ?? params.error;
  return errorCode ? { kind: 'error', type: null, errorCode } : null;
}

/**
 * Takes tokens and error texts out of the address before anything else happens, in place. The auth client itself
 * would push a new history entry and leave the tokens in the one before.
 */
export function cleanAddress(): void {
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', pathname + search);
}
