/** A package of the workspace that is packed, and what of it its entries do not lead to. */
export interface PackedFolder {
  /** Folder below the repository. */
  readonly folder: string;
  readonly description: string;
  /** Sources that no import names, such as files that the bundler is given by their path. */
  readonly furtherSources?: readonly string[];
  /** Files and folders that are taken as they are. */
  readonly files?: readonly string[];
  /** Files of elsewhere in the repository, by where they go. */
  readonly copies?: Readonly<Record<string, string>>;
  /** Peer dependencies that the installing repository provides; ours has them at its root. */
  readonly furtherPeers?: readonly string[];
  /** Entries that only the packed package has. */
  readonly furtherEntries?: Readonly<Record<string, string>>;
  /** Carries the versions of everything that a new area asks for. */
  readonly hasVersions?: true;
  /** For the other packages; areas must not rely on it. */
  readonly isInternal?: true;
}

/**
 * Everything that an area in a repository of its own is made with, in the order in which one needs the other.
 * `registry` and `start` come as packages of their own: bundled, each of the others would carry its copy of the schemas.
 */
export const PACKED: readonly PackedFolder[] = [
  { folder: 'libs/start', description: 'Limits and rules of the early start.', isInternal: true },
  {
    folder: 'libs/contract',
    description: 'What the portal and its areas agree on: types, schemas, lifecycles.',
    files: ['api.md'],
  },
  {
    folder: 'libs/registry',
    description: 'Documents of registry and releases: schemas and pure rules.',
    files: ['api.md'],
    isInternal: true,
  },
  { folder: 'libs/data', description: "The portal's data: one file per read or change." },
  {
    folder: 'libs/ui',
    description: 'Theme, German formats, shared components.',
    files: ['api.md', 'areas-need.json'],
  },
  {
    folder: 'libs/area',
    description: "What every area's root shares.",
    furtherSources: ['src/pdf/testing/font-files.ts'],
    files: ['api.md'],
  },
  {
    folder: 'libs/build',
    description: "The bundler's configuration of an area.",
    furtherSources: ['src/code-from-text-loader.mjs', 'src/page-refresh-loader.mjs'],
    files: ['runtime'],
  },
  {
    folder: 'libs/testing',
    description: 'Test doubles of the shell: fake ports, the contract in jest, the smoke test.',
    files: ['jest'],
    // One environment for tests inside and outside of the house.
    copies: {
      'jest.polyfills.mjs': 'jest/polyfills.mjs',
      'jest.setup.mjs': 'jest/setup.mjs',
    },
    furtherPeers: [
      '@testing-library/dom',
      '@testing-library/jest-dom',
      '@testing-library/react',
      'jest',
      'jest-environment-jsdom',
    ],
    furtherEntries: { './jest-browser': './jest/browser.mjs', './jest-config': './jest/config.mjs' },
  },
  { folder: 'tools/release', description: 'The release command line: pack, check, publish, promote, and take back.' },
  {
    folder: 'tools/create-remote',
    description: 'Makes an area in a repository of its own.',
    files: ['standalone'],
    hasVersions: true,
  },
];

/** Entries of packages for tests and galleries of the house alone. */
export const LEFT_OUT = /samples|cases|gallery/;

/**
 * Packages that a page may load only once: the installing repository decides the version, and npm reports a mismatch.
 */
export const PEERS: ReadonlySet<string> = new Set(['react', 'react-dom', 'react-router-dom', '@tanstack/react-query']);
