import { jsonAnswer } from './json-answer';
import { isStoredSessionOver } from './stored-sign-in';

/** Wait after a refusal for too many requests without a time of its own, and the longest one, in seconds. */
const USUAL_WAIT = 20;
const LONGEST_WAIT = 60;

/** The auth client ends an expired session on any answer below 500. */
const busy = () => jsonAnswer({ code: 'over_request_rate_limit', msg: 'Too many requests.' }, 503);

/**
 * Lets no 429 end a session: a refresh that meets one is answered as a failure that passes, and none is sent until the
 * service's time is over. Measured without the clock, which may be set meanwhile.
 */
export function patientRefresh(send: typeof fetch): typeof fetch {
  let quietUntil = 0;
  return async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input);
    if (address.searchParams.get('grant_type') !== 'refresh_token') return send(input, init);
    if (performance.now() < quietUntil) return busy();
    const answer = await send(input, init);
    // While the access token is valid, the auth client keeps the session itself, and callers hear of the refusal.
    if (answer.status !== 429 || !isStoredSessionOver()) return answer;
    const asked = Number(answer.headers.get('retry-after') ?? USUAL_WAIT);
    const wait = asked > 0 ? Math.min(asked, LONGEST_WAIT) : USUAL_WAIT;
    quietUntil = performance.now() + wait * 1_000;
    return busy();
  };
}
