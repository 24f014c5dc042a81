import type { MissingNames } from '@nemus/registry';

/** Maximum number of listed names per module. */
const MOST_TOLD = 10;

/** The names that an area uses and this portal lacks, for its developers. */
export function missingText(missing: readonly MissingNames[]): string {
  const parts = missing.map(({ module, names }) => {
    const quoted = names.slice(0, MOST_TOLD).map((name) => `„${name}“`);
    const more = names.length > MOST_TOLD ? ` und ${names.length - MOST_TOLD} weitere` : '';
    return `${quoted.join(', ')}${more} ${module === null ? 'der Ports' : `aus ${module}`}`;
  });
  return `Dieses Portal hat nicht: ${parts.join('; ')}.`;
}
