import { z } from 'zod';
import type { ProcessorTime } from './processor-time';

/** What the portal of one commit cost, summed up over some runs, by occasion. */
export interface KeptTimes {
  readonly runs: number;
  readonly times: ReadonlyMap<string, ProcessorTime>;
}

const bySchema = z.array(z.tuple([z.string(), z.number()])).transform((pairs) => new Map(pairs));
const keptSchema = z.object({
  runs: z.int().positive(),
  times: z
    .array(z.tuple([z.string(), z.object({ byPart: bySchema, byPlace: bySchema })]))
    .transform((pairs) => new Map(pairs)),
});

/** Times as a file keeps them. */
export function textOfTimes({ runs, times }: KeptTimes): string {
  const kept = [...times].map(([key, { byPart, byPlace }]) => [key, { byPart: [...byPart], byPlace: [...byPlace] }]);
  return JSON.stringify({ runs, times: kept });
}

/** Reads what {@link textOfTimes} has written; throws for anything else. */
export function readTimes(text: string): KeptTimes {
  return keptSchema.parse(JSON.parse(text));
}
