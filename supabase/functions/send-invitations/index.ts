import { z } from 'zod';
import { openDatabase, openDatabaseAs, type Database } from '../_shared/database.ts';
import { endpoint } from '../_shared/endpoint.ts';
import type { Environment } from '../_shared/environment.ts';
import { sendMail } from '../_shared/mail.ts';
import { isRefusalCode, readRefusal, type RefusalCode } from '../_shared/texts/refusals.ts';
import { invitationMail } from './invitation-mail.ts';
import { logError } from '../_shared/log.ts';

/** Mails that are handed over at the same time. */
const AT_ONCE = 8;
/** People of one call; a longer list is sent in several. */
const MOST_PEOPLE = 100;
/** In characters: a person has at most 485, and the names of the fields. */
const MAX_BODY_LENGTH = 60_000;

const personSchema = z.object({
  first_name: z.string().max(100),
  last_name: z.string().max(100),
  email: z.string().max(255),
  phone: z.string().max(30).default(''),
});
const bodySchema = z.union([
  z.strictObject({ people: z.array(personSchema).min(1).max(MOST_PEOPLE) }),
  z.strictObject({ traineeId: z.uuid() }),
  /** By staff, for the institution that invited the person before. */
  z.strictObject({ traineeId: z.uuid(), asStaff: z.literal(true) }),
]);

const invitationSchema = z.object({ invitation_id: z.string(), email: z.string() });
const resultSchema = z.object({
  line: z.number(),
  email: z.string().nullable(),
  code: z.custom<RefusalCode>((code) => typeof code === 'string' && isRefusalCode(code)).nullable(),
  /** Further values of the code's sentence. */
  values: z.unknown(),
  invitation: invitationSchema.nullable(),
});
const letterSchema = z.object({
  token: z.string(),
  email: z.string(),
  institution_name: z.string().nullable(),
  first_name: z.string(),
  last_name: z.string(),
  expires_at: z.string(),
});
type Invitation = z.infer<typeof invitationSchema>;
type Result = z.infer<typeof resultSchema>;

/**
 * Invites people by mail: `{ people }`, or `{ traineeId }` for a trainee of the list (`asStaff`: by staff with the role
 * `people`, in any institution's list). Answers `{ results: [{ line, email, code, message }] }` in the order of the
 * request; `code` and `message` are null for a mail that left. The token of a link is made for its mail alone: neither
 * the answer nor any call of the institution shows it.
 */
export default endpoint(
  bodySchema,
  async ({ body, caller, environment }) => {
    // With the caller's own rights: the database refuses callers without the right, calls beyond the limits, and other
    // institutions' trainees.
    const database = openDatabaseAs(environment, caller);
    const results =
      'people' in body
        ? await database.call('nemus_invite_trainees', { p_people: body.people }, z.array(resultSchema))
        : [await inviteAgain(database, body.traineeId, 'asStaff' in body)];
    const letters = openDatabase(environment);
    return { results: await inGroups(results, (result) => deliver(environment, letters, result)) };
  },
  { maxLength: MAX_BODY_LENGTH },
);

async function inviteAgain(database: Database, traineeId: string, asStaff: boolean): Promise<Result> {
  const call = asStaff ? 'nemus_resend_for_institution' : 'nemus_resend_invitation';
  const invitation = await database.call(call, { p_trainee: traineeId }, invitationSchema);
  return { line: 1, email: invitation.email, code: null, values: null, invitation };
}

async function deliver(environment: Environment, letters: Database, result: Result) {
  const { line, email, code, values, invitation } = result;
  const answer = (refusal: RefusalCode | null) => ({
    line,
    email,
    code: refusal,
    message: refusal === null ? null : readRefusal(refusal, values),
  });
  if (!invitation) return answer(code);
  try {
    await sendInvitation(environment, letters, invitation);
    return answer(code);
  } catch (error) {
    // One address that the mail service refuses stops no other; the invitation can be sent again.
    logError(error);
    return answer('mail_unavailable');
  }
}

async function sendInvitation(environment: Environment, letters: Database, { invitation_id: id }: Invitation) {
  const letter = await letters.call('nemus_invitation_letter', { p_invitation: id }, letterSchema);
  await sendMail(
    environment,
    invitationMail(environment.siteUrl, {
      email: letter.email,
      token: letter.token,
      firstName: letter.first_name,
      lastName: letter.last_name,
      institutionName: letter.institution_name,
      expiresAt: letter.expires_at,
    }),
  );
}

/** Does the same with each item, a few at a time, and keeps their order. */
async function inGroups<Item, Answer>(
  items: readonly Item[],
  work: (item: Item) => Promise<Answer>,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (let start = 0; start < items.length; start += AT_ONCE) {
    answers.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(work))));
  }
  return answers;
}
