/** The guides that the rehearsal plays whole, and what of them cannot run here. */
export const GUIDES = [
  'docs/operator.md',
  'docs/backup.md',
  'docs/platform.md#Releasing the shell',
  'docs/release.md#A release',
] as const;

/** Steps and commands that are not played, by the reason. */
export const NOT_HERE: Readonly<Record<string, readonly string[]>> = {
  'Hosted project: the local backend over PostgreSQL is sign-in service, gateway of tables and storage.': [
    'supabase link',
    'supabase config push',
    'supabase functions deploy',
  ],
  'Secrets of hosted functions: a file, as systemd reads it.': ['supabase secrets set --env-file <file>'],
  'Login at a Supabase store: the store is a bucket.': [
    'export NEMUS_STORE_KEY=sb_publishable_… NEMUS_STORE_EMAIL=… NEMUS_STORE_PASSWORD=… NEMUS_STORE_FACTOR=…',
  ],
  'Stripe: its sandbox has the purchases of `npm test`.': [
    'From the sandbox to Stripe, step 1',
    'From the sandbox to Stripe, step 2',
    'From the sandbox to Stripe, step 3',
  ],
  'Removal of the worker: e2e/shell/worker.spec.ts.': [
    'Shell, step 1',
    'Shell, step 2',
    'Shell, step 3',
    'cp worker-off.js worker.js',
  ],
  'A look at the machines, and no command.': ['An incident, step by step, step 5'],
  'Named in a sentence; played where it is whole.': ['npm run deploy-config -w @nemus/portal', 'pg_dump -Fc'],
  'The smoke test by an option; it is played with NEMUS_PORTAL.': [
    'npx --no-install @nemus/release smoke trainee <version> --portal https://portal.example',
  ],
  'A test of its own, or this one.': ['npm run nine-pairs -w @nemus/portal', 'npm run rehearse:production'],
};

/** What stood in for something of production, one line each. */
export const STAND_INS = [
  'A CDN in front of the bucket: nginx with TLS.',
  'A certificate authority: a certificate that the rehearsal makes and trusts.',
  'systemd: the command of the unit, started by the rehearsal.',
  'pg_cron and pg_net: the scheduler of the local backend.',
  'A provider of mail: the inbox of the local backend.',
  'npm ci of the second version: links to the packages of the first, whose lockfile is the same.',
  'nemus-release by npx: the same program in one file.',
  'Catalogue and accounts of an operator: the demonstration of the seed.',
];
