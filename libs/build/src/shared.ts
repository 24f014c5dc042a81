import { RUNTIME_MODULE, type SharedRequirement } from '@nemus/registry';

/** A module that exists once in the page: the shell provides it, remotes carry no copy. */
export interface SharedModule {
  /** Specifier as it is imported. */
  readonly name: string;
  /** Package that carries the version; an installed package of the workspace. */
  readonly package: string;
  /** Exports that are the module once more: `z.string` of zod is its `string`, `React.useState` is `useState`. */
  readonly itself?: readonly string[];
  /** Its versions are this repository's own. */
  readonly isOurs?: true;
}

/**
 * Everything that exists once in the page. Whoever adds a line makes the shell heavier for everybody: only what
 * breaks when it exists twice, or what nearly every area uses. `@nemus/contract`, `@nemus/data` and `@nemus/area` are
 * left out on purpose: a remote carries the version that it was tested with.
 */
export const SHARED_MODULES: readonly SharedModule[] = [
  { name: 'react', package: 'react', itself: ['default'] },
  { name: 'react/jsx-runtime', package: 'react', itself: ['default'] },
  { name: 'react-dom', package: 'react-dom', itself: ['default'] },
  { name: 'react-dom/client', package: 'react-dom', itself: ['default'] },
  { name: 'react-router-dom', package: 'react-router-dom' },
  { name: '@tanstack/react-query', package: '@tanstack/react-query' },
  { name: 'zod', package: 'zod', itself: ['z', 'default'] },
  { name: '@supabase/supabase-js', package: '@supabase/supabase-js' },
  // A part of the line above, for releases that were made for a contract below 1.4.
  { name: '@supabase/postgrest-js', package: '@supabase/postgrest-js' },
  { name: '@nemus/ui', package: '@nemus/ui', isOurs: true },
  { name: '@nemus/ui/data', package: '@nemus/ui', isOurs: true },
  // Large, and in several areas: a browser loads them once. The shell's own start needs none of pdf-lib.
  { name: 'react-hook-form', package: 'react-hook-form' },
  { name: 'pdf-lib', package: 'pdf-lib' },
];

/** Federation options of one shared module. */
export interface ShareOptions {
  readonly singleton: true;
  readonly strictVersion: true;
  readonly requiredVersion: string;
  readonly import: false;
}

/** Version of a package as an app finds it; null when it is not installed, so that the app cannot use it either. */
export type FindVersion = (packageName: string) => string | null;

/**
 * How a remote shares: it brings nothing along and refuses to run when the shell's version is outside its range.
 * Without `strictVersion` a mismatch would be a line in the console and two copies of React in the page. What is not
 * installed is left out: in a repository of its own, an area has what it asked for.
 */
export function sharedByRemote(versionOf: FindVersion): Record<string, ShareOptions> {
  return Object.fromEntries(
    SHARED_MODULES.flatMap((shared) => {
      const version = versionOf(shared.package);
      if (version === null) return [];
      return [
        [shared.name, { singleton: true, strictVersion: true, requiredVersion: `^${version}`, import: false }] as const,
      ];
    }),
  );
}

/** Everything that a shell of this workspace provides to releases: the shared modules, and the runtime below them. */
export function providedByShell(versionOf: (packageName: string) => string): { name: string; version: string }[] {
  return [...SHARED_MODULES, RUNTIME].map((module) => ({ name: module.name, version: versionOf(module.package) }));
}

/** What a release asks of the shell; one that does not fit is told before any of its code is fetched. */
export function requiredByRemote(versionOf: FindVersion): SharedRequirement[] {
  return [...SHARED_MODULES, RUNTIME].flatMap(({ name, package: packageName }) => {
    const version = versionOf(packageName);
    return version === null ? [] : [{ name, range: `^${version}` }];
  });
}

/** Provided as a global instead of in the share scope, which it is what makes. */
const RUNTIME = { name: RUNTIME_MODULE, package: RUNTIME_MODULE } as const;
