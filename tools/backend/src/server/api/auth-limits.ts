import type { ProjectConfig } from '../config/config';
import { RateLimit } from './rate-limits';

const MINUTE = 60_000;
const FIVE_MINUTES = 300_000;
const HOUR = 3_600_000;

/** An error of the auth API, in the shape that auth-js reads. */
export function authError(status: number, code: string, message: string): Response {
  return Response.json(
    { code: status, error_code: code, msg: message },
    { status, headers: { 'x-sb-error-code': code } },
  );
}

/** Kinds of mails that are counted apart from each other. */
export type MailKind = 'confirmation' | 'recovery' | 'link';

/** How often the auth API may be asked. Each method counts the request and answers what to say when it is too much. */
export interface AuthLimits {
  /** Before a request is answered. */
  request(request: Request, url: URL, peer: string): Promise<Response | null>;
  /** Before a mail is sent, or asked for: an unknown address counts as well, so that the limit does not tell. */
  mail(kind: MailKind, address: string): Promise<Response | null>;
  /** Before a code of an account's factor is compared, for every caller. */
  factor(accountId: string): Promise<Response | null>;
}

/** No limits, for tests. */
export const WITHOUT_LIMITS: AuthLimits = {
  request: () => Promise.resolve(null),
  mail: () => Promise.resolve(null),
  factor: () => Promise.resolve(null),
};

/**
 * The limits of config.toml, which lite ignores: per caller for signing in, signing up, refreshing and following
 * links; per mail address (`max_frequency`) and in all (`email_sent`) for mails.
 */
export function createAuthLimits({ auth }: ProjectConfig): AuthLimits {
  const signIns = new RateLimit(auth.rate_limit.sign_in_sign_ups, FIVE_MINUTES);
  const refreshes = new RateLimit(auth.rate_limit.token_refresh, FIVE_MINUTES);
  const verifications = new RateLimit(auth.rate_limit.token_verifications, FIVE_MINUTES);
  const mails = new RateLimit(auth.rate_limit.email_sent, HOUR);
  const mailsPerAddress = new RateLimit(1, auth.email.max_frequency);

  // config.toml has no name for these. The first is a hosted project's; it counts per caller alone, and a code has a
  // million values: the second stops guesses from many addresses.
  const factors = new RateLimit(15, MINUTE);
  const codesPerAccount = new RateLimit(15, FIVE_MINUTES);

  function limitOf(request: Request, url: URL): RateLimit | null {
    if (url.pathname === '/auth/v1/verify') return verifications;
    // It may carry the current password, which is then tried like that of a sign-in.
    if (request.method === 'PUT' && url.pathname === '/auth/v1/user') return signIns;
    if (request.method !== 'POST') return null;
    if (url.pathname === '/auth/v1/signup') return signIns;
    if (/^\/auth\/v1\/factors\/[^/]+\/(challenge|verify)$/.test(url.pathname)) return factors;
    if (url.pathname !== '/auth/v1/token') return null;
    return url.searchParams.get('grant_type') === 'refresh_token' ? refreshes : signIns;
  }

  return {
    async request(request, url, peer) {
      const seconds = await limitOf(request, url)?.refuses(peer);
      if (seconds === undefined || seconds === null) return null;
      return authError(429, 'over_request_rate_limit', 'Request rate limit reached');
    },
    async factor(accountId) {
      if ((await codesPerAccount.refuses(accountId)) === null) return null;
      return authError(429, 'over_request_rate_limit', 'Request rate limit reached');
    },
    async mail(kind, address) {
      const key = `${kind}:${address.toLowerCase()}`;
      const seconds = await mailsPerAddress.refuses(key);
      if (seconds !== null) {
        const message = `For security purposes, you can only request this after ${seconds} seconds.`;
        return authError(429, 'over_email_send_rate_limit', message);
      }
      if ((await mails.refuses('all')) === null) return null;
      return authError(429, 'over_email_send_rate_limit', 'email rate limit exceeded');
    },
  };
}
