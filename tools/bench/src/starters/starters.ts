/** A way from an empty folder to a page, one command after the other. */
export interface Starter {
  readonly name: string;
  /** Shell commands by what they do. The last one starts the servers and stays. */
  readonly steps: readonly { readonly what: 'create' | 'install' | 'start'; readonly command: string }[];
  /** Where its first page is, and a text that stands there when it is drawn. */
  readonly page: string;
  readonly text: string;
  /** What there is at the end, for the report. */
  readonly has: Readonly<Record<'parts' | 'backend' | 'signIn' | 'build', string>>;
}

/**
 * Ours and two others: an everyday one, and the nearest to areas that are built and served by themselves.
 *
 * @param repository Folder of a checkout to clone, committed.
 * @param ports At least six that are free.
 */
export function startersOf(
  repository: string,
  [portal, store, api, mail, checkout, vite]: readonly number[],
): Starter[] {
  return [
    {
      name: 'Nemus, `npm start`',
      steps: [
        // As from a server: nothing is shared with the folder that is cloned.
        { what: 'create', command: `git clone --quiet --no-local --depth 1 'file://${repository}' app && cd app` },
        // What `npm start` does first, apart so that it is seen.
        { what: 'install', command: 'node tools/portal/src/install/bootstrap.mjs' },
        // Builds, releases and starts.
        {
          what: 'start',
          command: `NEMUS_PORTAL_PORT=${portal} NEMUS_STORE_PORT=${store} NEMUS_API_PORT=${api} NEMUS_MAIL_PORT=${mail} NEMUS_CHECKOUT_PORT=${checkout} npm start`,
        },
      ],
      page: `http://localhost:${portal}/auth`,
      text: 'Anmelden',
      has: {
        parts: 'shell and seven areas, signed releases in a store',
        backend: 'PostgreSQL (embedded), REST, functions, storage, mail inbox, payment sandbox, sample data',
        signIn: 'yes, with roles, second factor and row level security',
        build: 'production builds',
      },
    },
    {
      name: 'create-nx-workspace, Module Federation',
      steps: [
        // Installs what it needs on the way.
        {
          what: 'create',
          command: [
            'npx --yes create-nx-workspace@23.2.0 app --preset=apps --nxCloud=skip --pm=npm --interactive=false --skipGit',
            'cd app',
            'npx nx add @nx/react@23.2.0 --interactive=false',
            'npx nx g @nx/react:consumer apps/shell --bundler=rspack --providerNames=one,two --interactive=false',
          ].join(' && '),
        },
        { what: 'start', command: 'npx nx run-many -t serve --parallel=3' },
      ],
      page: 'http://localhost:8100',
      text: 'Hello from two',
      has: { parts: 'a consumer and two providers', backend: 'none', signIn: 'none', build: 'development builds' },
    },
    {
      name: 'create-vite, React and TypeScript',
      steps: [
        {
          what: 'create',
          command: 'npm create --yes vite@9.3.0 app -- --template react-ts --no-interactive && cd app',
        },
        { what: 'install', command: 'npm install --no-audit --no-fund' },
        { what: 'start', command: `npm run dev -- --port ${vite} --strictPort` },
      ],
      page: `http://localhost:${vite}`,
      text: 'Get started',
      has: {
        parts: 'one program of one page',
        backend: 'none',
        signIn: 'none',
        build: 'modules as they are asked for',
      },
    },
  ];
}
