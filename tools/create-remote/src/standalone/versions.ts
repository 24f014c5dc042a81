import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Name of the file of versions in the packed generator. */
export const VERSIONS_FILE = 'versions.json';

/** Our packages that a repository depends on, with the folder of each. */
const OURS = {
  '@nemus/area': 'libs/area',
  '@nemus/build': 'libs/build',
  '@nemus/contract': 'libs/contract',
  '@nemus/data': 'libs/data',
  '@nemus/portal': 'tools/portal',
  '@nemus/registry': 'libs/registry',
  '@nemus/release': 'tools/release',
  '@nemus/start': 'libs/start',
  '@nemus/testing': 'libs/testing',
  '@nemus/ui': 'libs/ui',
} as const;

/** Third-party packages of a repository, in the versions that the portal is tested with. */
const OTHERS = [
  '@swc/core',
  '@swc/jest',
  '@tanstack/react-query',
  '@testing-library/dom',
  '@testing-library/jest-dom',
  '@testing-library/react',
  '@types/jest',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  'jest',
  'jest-environment-jsdom',
  'oxlint',
  'react',
  'react-dom',
  'react-router-dom',
  'typescript',
];

const versionsSchema = z.strictObject({
  /** Ours: all of one release of the portal. */
  nemus: z.record(z.string(), z.string()),
  others: z.record(z.string(), z.string()),
});
/** The dependencies of a new repository. */
export type Versions = z.infer<typeof versionsSchema>;

const manifestSchema = z.object({ version: z.string() });

/** The versions of a checkout. */
export function readVersions(root: string): Versions {
  const versionIn = (folder: string) =>
    manifestSchema.parse(JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'))).version;
  return {
    nemus: Object.fromEntries(Object.entries(OURS).map(([name, folder]) => [name, versionIn(folder)])),
    others: Object.fromEntries(OTHERS.map((name) => [name, versionIn(`node_modules/${name}`)])),
  };
}

/** The versions that the generator was packed with; in a checkout, those of the checkout. */
export function ownVersions(): Versions {
  const packed = fileURLToPath(new URL(`../../${VERSIONS_FILE}`, import.meta.url));
  if (existsSync(packed)) return versionsSchema.parse(JSON.parse(readFileSync(packed, 'utf8')));
  return readVersions(fileURLToPath(new URL('../../../..', import.meta.url)));
}
