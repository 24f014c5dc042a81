import { z } from 'zod';

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
  if (schema.safeParse(body).success) return answer;
  const failure = JSON.stringify({ code: 'malformed', msg: 'The answer has another shape.' });
  return new Response(failure, { status: 502, headers: { 'content-type': 'application/json' } });
}
