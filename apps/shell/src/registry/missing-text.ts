import type { MissingNames } from '@nemus/registry';

/** What an area uses and this portal does not have, by name, for whoever builds the area. */
export function missingText(missing: readonly MissingNames[]): string {
  const parts = missing.map(({ module, names }) => {
    const quoted = names.map((name) => `„${name}“`).join(', ');
    return `${quoted} ${module === null ? 'der Ports' : `aus ${module}`}`;
  });
  return `Dieses Portal hat nicht: ${parts.join('; ')}.`;
}
