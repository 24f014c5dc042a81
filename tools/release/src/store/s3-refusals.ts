import { z } from 'zod';
import { Refusal } from '../refusal';

/** The part of an SDK error that is read. Everything else in it (requests, their headers) is ignored. */
const errorSchema = z.object({
  name: z.string().default(''),
  code: z.string().optional(),
  Code: z.string().optional(),
  message: z.string().default(''),
  Region: z.string().optional(),
  $metadata: z.object({ httpStatusCode: z.number().optional() }).optional(),
});

/** Longest text of a server that is repeated. */
const LONGEST = 300;

/** Reads what the SDK threw: the server's own code, such as `NoSuchKey`, and its status; 0 without an answer. */
export function problemOf(error: unknown) {
  const shape = error instanceof Error ? { ...error, name: error.name, message: error.message } : error;
  const read = errorSchema.safeParse(shape).data;
  if (!read) return { code: 'unknown', status: 0, message: '', region: undefined };
  const status = read.$metadata?.httpStatusCode ?? 0;
  // A server's text goes to a terminal: without control characters, and with a full stop.
  const message = read.message.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, LONGEST);
  const code = read.Code ?? (status === 0 ? (read.code ?? read.name) : read.name);
  return { code, status, message, region: read.Region || undefined };
}

const CREDENTIALS = [
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'AuthorizationHeaderMalformed',
  'UnrecognizedClientException',
  'InvalidToken',
];
const EXPIRED = ['ExpiredToken', 'ExpiredTokenException', 'TokenRefreshRequired', 'RequestExpired'];

/**
 * Describes an object store's failure to the person who releases.
 *
 * @param what What was tried, such as `write registry/production.json`.
 * @param place The bucket's address, without secrets.
 */
export function refusalOf(error: unknown, what: string, place: string): Refusal {
  if (error instanceof Refusal) return error;
  const problem = problemOf(error);
  const { code, status, message } = problem;
  const details = [message === '' || message === 'UnknownError' ? `${code} (${status})` : `${code}: ${message}`];
  const refuse = (kind: 'store' | 'forbidden', summary: string, remedy: string) =>
    new Refusal(kind, summary, remedy, { details });
  if (code === 'NoSuchBucket') {
    return refuse('store', `There is no bucket at ${place}.`, 'Check its name, the endpoint and the region.');
  }
  if (code === 'RequestTimeTooSkewed') {
    return refuse('store', `The clock of this machine is wrong: ${place} refuses its requests.`, 'Set the clock.');
  }
  if (EXPIRED.includes(code)) {
    return refuse('forbidden', `The session for ${place} has ended.`, 'Sign in again, and run the command again.');
  }
  if (isRegion(problem)) {
    const named = problem.region === undefined ? '' : ` (${problem.region})`;
    return refuse('store', `The bucket at ${place} is in another region${named}.`, 'Set AWS_REGION to it.');
  }
  if (code === 'CredentialsProviderError') {
    return refuse(
      'forbidden',
      `There is no login for ${place}.`,
      'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE; or sign in with the provider’s own tools.',
    );
  }
  if (CREDENTIALS.includes(code)) {
    return refuse(
      'forbidden',
      `${place} does not know who asks.`,
      'Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the profile (AWS_PROFILE), and for other servers the region.',
    );
  }
  if (status === 403) {
    return refuse(
      'forbidden',
      `${place} does not let this login ${what}.`,
      'Ask the bucket’s administrator; "stores" in docs/release.md has the rights that a release needs.',
    );
  }
  if (code === 'NotImplemented' || status === 501) return ignoresConditions(place, details);
  if (/region/i.test(message) && status === 0) {
    return refuse('store', `The region of ${place} is not configured.`, 'Set AWS_REGION.');
  }
  if (status === 0) {
    return refuse(
      'store',
      `${place} does not answer.`,
      'Check the endpoint, the network and whether the server runs; nothing says that the change was not made, so look at "history" before you repeat it.',
    );
  }
  return refuse('store', `${place} could not ${what}.`, 'Try again; if it stays, ask the bucket’s administrator.');
}

/** A server on which two concurrent releases would overwrite each other. */
export function ignoresConditions(place: string, details: readonly string[] = []): Refusal {
  return new Refusal(
    'store',
    `${place} does not keep conditions of writes (If-None-Match, If-Match).`,
    'Without them two releases at once lose one of them. Use a newer version of the server, or another store.',
    { details },
  );
}

function isRegion({ code, status, message, region }: ReturnType<typeof problemOf>): boolean {
  if (code === 'PermanentRedirect' || code === 'IllegalLocationConstraintException') return true;
  return region !== undefined || status === 301 || (code === 'AuthorizationHeaderMalformed' && /region/i.test(message));
}
