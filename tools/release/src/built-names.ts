import { readFileSync } from 'node:fs';
import { parseProvides, type ProvidesDocument } from '@nemus/registry';
import type { ShellFacts } from './checks';

/**
 * What a built shell provides, by name; null where nobody built it, or where it was built before another contract or
 * other versions: that says nothing of the shell that stands here.
 *
 * @param file Its `provides.json`.
 */
export function readBuiltNames(file: string, facts: Pick<ShellFacts, 'contract' | 'shared'>): ProvidesDocument | null {
  const provides = read(file);
  const isOfIt =
    provides?.contract === facts.contract &&
    facts.shared.every(({ name, version }) => provides.modules[name]?.version === version);
  return isOfIt ? provides : null;
}

function read(file: string): ProvidesDocument | null {
  try {
    return parseProvides(readFileSync(file, 'utf8'));
  } catch {
    // Nobody built it: versions count alone.
    return null;
  }
}
