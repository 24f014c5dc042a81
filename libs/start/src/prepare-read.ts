import { prepareAnswer } from './early-answers';
import { PROFILE_HEADERS, profilePath } from './requests';
import type { StoredAccount } from './stored-account';

/** The backend as reads are addressed to it. */
export interface ReadBackend {
  readonly url: string;
  readonly publishableKey: string;
}

/** Reads below `/rest/v1/` early, with the same request as the account's client. */
export function prepareRead(
  { url, publishableKey }: ReadBackend,
  token: string,
  { path, headers }: { readonly path: string; readonly headers: Readonly<Record<string, string>> },
): void {
  const own = { ...headers, apikey: publishableKey, authorization: `Bearer ${token}` };
  void prepareAnswer(`${url}/rest/v1/${path}`, own);
}

/** Reads an account's profile early: everything else of the account waits for it. */
export function prepareProfile(backend: ReadBackend, { userId, token }: StoredAccount): void {
  prepareRead(backend, token, { path: profilePath(userId), headers: PROFILE_HEADERS });
}
