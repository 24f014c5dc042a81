/** Folders of packages that a parsed lockfile names and that npm did not record in that version. */
export function missingPackages(lockfile: unknown, installed: unknown, options: { all: boolean }): string[];
/** True when packages for development were installed, in whatever version. */
export function hasDevelopment(lockfile: unknown, installed: unknown): boolean;
