import { z } from 'zod';
import { jsonAnswer } from './json-answer';

const user = z.object({ id: z.string() });
const session = z.object({ access_token: z.string(), refresh_token: z.string(), user });

/** Schemas of the service's successful answers, by the last part of the address. */
const ANSWERS: Readonly<Record<string, z.ZodType>> = {
  token: session,
  user,
  // A user whose address must be confirmed first, or a session.
  signup: z.union([user, session]),
  // A session, or the notice that the other mailbox must also confirm a changed address.
  verify: z.union([session, z.object({ msg: z.string() })]),
};

const ending = z.looseObject({ expires_in: z.number(), expires_at: z.number() });
/** Difference between the clocks of browser and service that changes nothing, in seconds. */
const SAME_TIME = 30;

/**
 * The answer with the end of its session by this browser's clock; null if both agree. By a clock that is two hours fast,
 * every session would be over on arrival, and refreshed again and again.
 */
function byThisClock(body: unknown): Response | null {
  const given = ending.safeParse(body);
  if (!given.success) return null;
  const end = Math.floor(Date.now() / 1_000) + given.data.expires_in;
  return Math.abs(end - given.data.expires_at) > SAME_TIME ? jsonAnswer({ ...given.data, expires_at: end }) : null;
}

/**
 * Returns an answer of the sign-in service, or a failure when it has another shape: the auth client trusts any answer,
 * would report a registration that never happened, and would store an account without an id.
 */
export async function checkedAnswer(input: RequestInfo | URL, answer: Response): Promise<Response> {
  const address = new URL(input instanceof Request ? input.url : input);
  const schema = ANSWERS[address.pathname.slice(address.pathname.lastIndexOf('/') + 1)];
  if (!answer.ok || !schema) return answer;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  if (schema.safeParse(body).success) return byThisClock(body) ?? answer;
  return jsonAnswer({ code: 'malformed', msg: 'The answer has another shape.' }, 502);
}
