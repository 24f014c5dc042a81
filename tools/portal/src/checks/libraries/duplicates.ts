/** Bytes of source by package, of one build. */
export type Libraries = Readonly<Record<string, number>>;

/** A package that a browser would load more than once. */
export interface Duplicate {
  readonly library: string;
  /** Builds that carry it, with the bytes of its source in each. */
  readonly builds: readonly (readonly [name: string, bytes: number])[];
}

/** Smaller than this in source, a copy costs less than the request that sharing it would take. */
const SMALL = 20_000;

/** Code that every container includes by design. */
const OF_EVERY_CONTAINER = /^@module-federation\//;

/**
 * What reads and writes documents, loaded only for those that need it: fonts for names that no standard font can write,
 * and their reader; archives and Excel files. Sharing them would make every release require them of every shell, even of older ones.
 */
const OF_DOCUMENTS: ReadonlySet<string> = new Set([
  'opentype.js',
  '@expo-google-fonts/figtree',
  '@expo-google-fonts/noto-sans',
  'fflate',
  'read-excel-file',
]);

/**
 * Libraries that two builds carry, the largest first: shared libraries are carried by the shell alone, and everything
 * else by one area.
 */
export function findDuplicates(builds: Readonly<Record<string, Libraries>>): Duplicate[] {
  const found = new Map<string, [string, number][]>();
  for (const [name, libraries] of Object.entries(builds)) {
    for (const [library, bytes] of Object.entries(libraries)) {
      if (bytes < SMALL || OF_EVERY_CONTAINER.test(library) || OF_DOCUMENTS.has(library)) continue;
      found.set(library, [...(found.get(library) ?? []), [name, bytes]]);
    }
  }
  const weight = ({ builds: carriers }: Duplicate) => carriers.reduce((sum, [, bytes]) => sum + bytes, 0);
  return [...found]
    .filter(([, carriers]) => carriers.length > 1)
    .map(([library, carriers]): Duplicate => ({ library, builds: carriers }))
    .toSorted((a, b) => weight(b) - weight(a));
}
