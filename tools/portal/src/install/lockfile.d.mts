/** System and processor that a package names itself after; empty when its name has neither. */
export function platformOf(name: string): { os?: string[]; cpu?: string[] };
/** Adds what is missing to a parsed package-lock.json; returns the names that were added. */
export function completeLockfile(lockfile: unknown): string[];
export const FILES: readonly string[];
