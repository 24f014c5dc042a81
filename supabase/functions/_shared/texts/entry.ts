import { z } from 'zod';
import { once } from './values.ts';

/** What a code of a refusal means: its HTTP status, and the sentence that people read. */
export interface Entry<S extends z.ZodType = z.ZodType> {
  readonly status: number;
  /** The values' types for the sentence. Built when a sentence is read: see {@link tells}. */
  readonly values: () => S;
  /** The sentence; without its values where these are missing or odd. */
  readonly read: (values: unknown) => string;
}

const noValues = once(() => z.undefined());

/** A sentence that is always the same. */
export const says = (status: number, text: string): Entry<z.ZodUndefined> => ({
  status,
  values: noValues,
  read: () => text,
});

/**
 * A sentence with values.
 *
 * @param makeValues makes what they have to be. Shell and every area start with all sentences: with their schemas, a
 *   start would be longer.
 * @param plain what is read where a value is missing or odd
 */
export function tells<S extends z.ZodType>(
  status: number,
  plain: string,
  makeValues: () => S,
  sentence: (values: z.output<S>) => string,
): Entry<S> {
  const values = once(makeValues);
  return {
    status,
    values,
    read: (given) => {
      const parsed = values().safeParse(given);
      return parsed.success ? sentence(parsed.data) : plain;
    },
  };
}

/**
 * One code whose sentence says more where it is known what was refused: the value `of`.
 *
 * @param plain what is read otherwise
 * @param sentences by the value `of`
 */
export function cases<const Sentences extends Readonly<Record<string, string>>>(
  status: number,
  plain: string,
  sentences: Sentences,
) {
  const isCase = (value: unknown) => typeof value === 'string' && Object.hasOwn(sentences, value);
  const values = () => z.object({ of: z.custom<keyof Sentences & string>(isCase) });
  return tells(status, plain, values, ({ of }) => sentences[of] ?? plain);
}
