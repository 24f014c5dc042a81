import { RUNTIME_MODULE, type SharedRequirement } from '@nemus/registry';

/** A singleton of the page: provided by the shell, not bundled by remotes. */
export interface SharedModule {
  /** Specifier as it is imported. */
  readonly name: string;
  /** Package that carries the version; an installed package of the workspace. */
  readonly package: string;
  /** Exports that are the module again: `z.string` of zod is its `string`, `React.useState` is `useState`. */
  readonly itself?: readonly string[];
  /** Versioned in this repository. */
  readonly isOurs?: true;
}

/**
 * All singletons of the page. Every line makes the shell larger for all visitors: add only modules that break when they
 * exist twice, or that nearly every area uses. `@nemus/contract`, `@nemus/data` and `@nemus/area` are left out on
 * purpose: a remote bundles the version that it was tested with.
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
  // A part of the line above, for releases of contracts below 1.4.
  { name: '@supabase/postgrest-js', package: '@supabase/postgrest-js' },
  { name: '@nemus/ui', package: '@nemus/ui', isOurs: true },
  { name: '@nemus/ui/data', package: '@nemus/ui', isOurs: true },
  // Large, and used by several areas: a browser loads it once. The shell's start does not need pdf-lib.
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

/** Version of a package as resolved from an app; null when it is not installed, so that the app cannot use it. */
export type FindVersion = (packageName: string) => string | null;

/**
 * How a remote shares: it bundles nothing and refuses to run when the shell's version is outside its range. Without
 * `strictVersion` a mismatch would only log a warning and load a second copy of React. Packages that are not installed
 * are left out: in its own repository, an area only has its dependencies.
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

/** What a release requires of the shell; a mismatch is reported before any of its code is fetched. */
export function requiredByRemote(versionOf: FindVersion): SharedRequirement[] {
  return [...SHARED_MODULES, RUNTIME].flatMap(({ name, package: packageName }) => {
    const version = versionOf(packageName);
    return version === null ? [] : [{ name, range: `^${version}` }];
  });
}

/** Provided as a global, since it creates the share scope. */
const RUNTIME = { name: RUNTIME_MODULE, package: RUNTIME_MODULE } as const;
