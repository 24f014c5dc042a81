import { z } from 'zod';
import type { Database } from './database.ts';
import { logError } from './log.ts';

/** Letters that are handed over at the same time. */
const AT_ONCE = 8;

interface Sending<Letter> {
  /** The job of the database whose item a letter is, without prefix. */
  readonly job: string;
  readonly schema: z.ZodType<Letter>;
  /** The id of a claimed letter. */
  readonly idOf: (letter: Record<string, unknown>) => unknown;
  /** Writes the letter and hands it over; throws if it does not leave. */
  readonly send: (letter: Letter) => Promise<void>;
  /** Records whether a letter left. */
  readonly note: (id: string, sent: boolean) => Promise<unknown>;
}

/** Letters as the database hands them out: each is read on its own. */
export const claimedSchema = z.array(z.looseObject({}));

/**
 * Sends claimed letters. One that cannot be read, written or sent stops no other: it is set aside with its error, where
 * staff sees it, and tried again until its attempts are used up.
 *
 * @returns how many left
 */
export async function sendEach<Letter>(
  database: Pick<Database, 'call'>,
  letters: z.infer<typeof claimedSchema>,
  { job, schema, idOf, send, note }: Sending<Letter>,
): Promise<number> {
  const one = async (claimed: Record<string, unknown>) => {
    const id = String(idOf(claimed));
    let error: string | null = null;
    try {
      await send(schema.parse(claimed));
    } catch (failure) {
      logError(failure);
      error = failure instanceof Error ? failure.message : String(failure);
    }
    try {
      await note(id, error === null);
      await database.call('nemus_note_outcome', { p_job: job, p_item: id, p_error: error }, z.unknown());
    } catch (failure) {
      // Its claim ends by itself.
      logError(failure);
    }
    return error === null;
  };
  let sent = 0;
  for (let start = 0; start < letters.length; start += AT_ONCE) {
    const left = await Promise.all(letters.slice(start, start + AT_ONCE).map(one));
    sent += left.filter(Boolean).length;
  }
  return sent;
}
