import { z } from 'zod';

const user = z.object({ id: z.string() });
const session = z.object({ access_token: z.string(), refresh_token: z.string(), user });

/** What the service answers when it has done what was asked, by the last part of the address. */
const ANSWERS: Readonly<Record<string, z.ZodType>> = {
  token: session,
  user,
  // A user whose address has to be confirmed first, or a session.
  signup: z.union([user, session]),
  // A session, or the word that the other mailbox has to confirm a changed address as well.
  verify: z.union([session, z.object({ msg: z.string() })]),
};

/**
 * An answer of the sign-in service, or a failure in its place when it has another shape: the auth client believes
 * whatever it is given, would tell of a registration that never was, and would store an account without an id.
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
  return Response.json({ code: 'malformed', msg: 'The answer has another shape.' }, { status: 502 });
}
