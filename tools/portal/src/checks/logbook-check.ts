import type { Signer, TrustedKey } from '@nemus/registry';
import type { ReleaseStore } from '@nemus/release';
import { z } from 'zod';
import { headsSchema, keepHeads, readHeads } from './signed-heads';

const problemsSchema = z.array(
  z.object({
    /** Null for a logbook that ended with its account. */
    user_id: z.string().nullable(),
    /** Of the step; null for a confirmed entry that no step confirms. */
    number: z.number().nullable(),
    problem: z.enum(['missing', 'unlinked', 'changed', 'entry', 'signed', 'gone']),
  }),
);
type Problem = z.infer<typeof problemsSchema>[number];

/** What each finding means. */
const MEANINGS: Readonly<Record<Exclude<Problem['problem'], 'gone'>, string>> = {
  missing: 'a step before it is missing',
  unlinked: 'it does not follow the step before it',
  changed: 'it says something else than when it was written',
  entry: 'the confirmed entry is gone or says something else than at its confirmation',
  signed: 'it is gone or another one than when the heads were signed',
};

/** As many findings as one answer has. */
const MOST = 1000;

/** The database's address and key. */
export interface LogbookCheck {
  readonly url: string;
  readonly secretKey: string;
  readonly ask: (url: string, init: RequestInit) => Promise<Response>;
  /** Where signed heads are, and the keys of the operators. */
  readonly kept?: { readonly store: ReleaseStore; readonly keys: readonly TrustedKey[] };
  /** Signs the present heads if all logbooks are sound. */
  readonly signer?: Signer;
}

/**
 * Checks with the database whether all logbooks are sound and contain the heads that were signed before, and reports
 * those that are not.
 */
export async function checkLogbook({
  url,
  secretKey,
  ask,
  kept,
  signer,
}: LogbookCheck): Promise<{ readonly lines: readonly string[]; readonly sound: boolean }> {
  const call = async (name: string, values: object) => {
    const answer = await ask(new URL(`/rest/v1/rpc/${name}`, url).href, {
      method: 'POST',
      headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(values),
    });
    if (!answer.ok) throw new Error(`the database answered ${answer.status}.`);
    return answer.json();
  };
  const signed = kept ? await readHeads(kept.store, kept.keys) : null;
  // Read before the check and compared by it: what is signed was sound.
  const heads = kept && signer ? headsSchema.parse(await call('nemus_logbook_heads', {})) : [];
  const found = problemsSchema.parse(
    await call('nemus_check_logbook', { p_heads: [...(signed?.heads ?? []), ...heads] }),
  );
  const problems = found.flatMap(({ user_id: user, number, problem }) =>
    problem === 'gone'
      ? []
      : `Logbook of ${user}, ${number === null ? 'an entry without a step' : `step ${number}`}: ${MEANINGS[problem]}.`,
  );
  const gone = found.length - problems.length;
  const notes = [
    ...(signed ? [`Compared with the heads signed at ${signed.madeAt}.`] : []),
    ...(gone > 0 ? [`${gone} of the signed logbooks ended with their accounts.`] : []),
  ];
  if (problems.length > 0) {
    const lines = [...problems, ...notes];
    return {
      lines: found.length < MOST ? lines : [...lines, `More than ${MOST} findings; these are the first.`],
      sound: false,
    };
  }
  if (kept && signer) {
    notes.push(`Signed: ${await keepHeads(kept.store, signer, heads, new Date())}.`);
  }
  return { lines: ['All logbooks are sound.', ...notes], sound: true };
}
