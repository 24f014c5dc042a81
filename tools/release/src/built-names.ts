import { readFileSync } from 'node:fs';
import { parseProvides, type ProvidesDocument } from '@nemus/registry';
import type { ShellFacts } from './checks';

/**
 * What a built shell provides, by name. Null when the shell was not built, or when it was built with another contract
 * or other versions.
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
    // Not built: only versions can be compared.
    return null;
  }
}
