import { z } from 'zod';

const problemsSchema = z.array(
  z.object({
    user_id: z.string(),
    /** Of the step; null for a confirmed entry that no step confirms. */
    number: z.number().nullable(),
    problem: z.enum(['missing', 'unlinked', 'changed', 'entry']),
  }),
);
type Problem = z.infer<typeof problemsSchema>[number];

/** What each finding means. */
const MEANINGS: Readonly<Record<Problem['problem'], string>> = {
  missing: 'a step before it is missing',
  unlinked: 'it does not follow the step before it',
  changed: 'it says something else than when it was written',
  entry: 'the confirmed entry is gone or says something else than at its confirmation',
};

/** As many findings as one answer has. */
const MOST = 1000;

/** Where the database is asked, and with what. */
export interface LogbookCheck {
  readonly url: string;
  readonly secretKey: string;
  readonly ask: (url: string, init: RequestInit) => Promise<Response>;
}

/** Asks the database whether all logbooks are sound, and says what is not. */
export async function checkLogbook({
  url,
  secretKey,
  ask,
}: LogbookCheck): Promise<{ readonly lines: readonly string[]; readonly sound: boolean }> {
  const answer = await ask(new URL('/rest/v1/rpc/nemus_check_logbook', url).href, {
    method: 'POST',
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: '{}',
  });
  if (!answer.ok) throw new Error(`the database answered ${answer.status}.`);
  const problems = problemsSchema.parse(await answer.json());
  if (problems.length === 0) return { lines: ['All logbooks are sound.'], sound: true };
  const lines = problems.map(
    ({ user_id: user, number, problem }) =>
      `Logbook of ${user}, ${number === null ? 'an entry without a step' : `step ${number}`}: ${MEANINGS[problem]}.`,
  );
  return {
    lines: problems.length < MOST ? lines : [...lines, `More than ${MOST} findings; these are the first.`],
    sound: false,
  };
}
