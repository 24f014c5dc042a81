/** A packed workspace package, with the files that its entries do not import. */
export interface PackedFolder {
  /** Folder below the repository. */
  readonly folder: string;
  readonly description: string;
  /** Sources that are never imported, such as files that the bundler gets by path. */
  readonly furtherSources?: readonly string[];
  /** Files and folders that are taken as they are. */
  readonly files?: readonly string[];
  /** Files of elsewhere in the repository, by where they go. */
  readonly copies?: Readonly<Record<string, string>>;
  /** Peer dependencies that the installing repository provides; ours has them at its root. */
  readonly furtherPeers?: readonly string[];
  /** Entries that only the packed package has. */
  readonly furtherEntries?: Readonly<Record<string, string>>;
  /** Has the versions of all dependencies of a new area. */
  readonly hasVersions?: true;
  /** For the other packages; areas must not rely on it. */
  readonly isInternal?: true;
}

/**
 * All packages for an area in a repository of its own, in the order of their dependencies. `registry` and `start` are
 * separate packages: bundled, each of the others would have its own copy of the schemas.
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
    furtherSources: ['src/late/testing/load-parts.ts'],
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
    // One test environment inside and outside of this repository.
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

/** Entries of packages for this repository's own tests and galleries. */
export const LEFT_OUT = /samples|cases|gallery|still/;

/**
 * Packages that a page may load only once: the installing repository decides the version, and npm reports a mismatch.
 */
export const PEERS: ReadonlySet<string> = new Set(['react', 'react-dom', 'react-router-dom', '@tanstack/react-query']);
