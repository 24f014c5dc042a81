import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { shellOfWorkspace } from '@nemus/release';
import { build, type Metafile } from 'esbuild';
import { bundleProgram } from '../../backend/src/program/program.mjs';
import { installed } from './manifest';
import { packageOf } from './specifiers';

/** What the portal reads at runtime, besides its program. */
const READ = [
  'package-lock.json',
  'supabase/config.toml',
  'supabase/functions',
  'supabase/migrations',
  'supabase/seed.sql',
  'supabase/seeds',
  'supabase/templates',
  'tools/backend/src/mail/page',
  'tools/backend/src/server/database/factors.sql',
  'tools/backend/src/server/functions/worker.mjs',
  'tools/checkout/src/pages/checkout.css',
  'tools/checkout/src/pages/icon.svg',
];
/** Tests, and what only its own team reads: source maps, settings with a leading dot. */
const LEFT_OUT = /(^|\/)(_tests|maps|node_modules|\.[^/]*)(\/|$)|\.test\.tsx?$/;

const PROGRAM = `#!/usr/bin/env node
/** \`nemus-portal\`: the portal on this machine, with the built area of this folder. See README.md. */
import { existsSync } from 'node:fs';
import path from 'node:path';

process.env.NEMUS_DATA_DIR = path.resolve(process.env.NEMUS_DATA_DIR ?? '.nemus');
const own = existsSync('remote.config.ts') ? [\`--also=\${process.cwd()}\`] : [];
process.argv.splice(2, 0, '--no-build', ...own);
await import('../nemus/program/program.mjs');
`;

/**
 * Writes the files of \`@nemus/portal\`: built shell and areas, database, functions and the program that starts them, in
 * the folders of the repository. Shell and areas have to be built.
 */
export async function stagePortal(root: string, stage: string): Promise<string> {
  const folder = path.join(stage, 'portal');
  const inside = path.join(folder, 'nemus');
  const areas = readdirSync(path.join(root, 'apps')).map((name) => `apps/${name}`);
  const unbuilt = areas.filter((area) => !existsSync(path.join(root, area, 'dist')));
  if (unbuilt.length > 0) throw new Error(`${unbuilt.join(', ')}: not built. Run "npx nx run-many -t build".`);
  const declared = areas.filter((area) => existsSync(path.join(root, area, 'remote.config.ts')));
  const builds = [...areas.map((area) => `${area}/dist`), ...declared.map((area) => `${area}/remote.config.ts`)];
  for (const place of [...READ, ...builds, 'apps/shell/public/content']) {
    // oxlint-disable-next-line no-await-in-loop -- the disk is the limit
    await cp(path.join(root, place), path.join(inside, place), {
      recursive: true,
      filter: (file) => !LEFT_OUT.test(path.relative(root, file).split(path.sep).join('/')),
    });
  }
  const start = await bundleProgram('tools/portal/src/serve/start.ts', { up: '../', packages: 'external' });
  await write(folder, 'bin/nemus-portal.mjs', PROGRAM);
  await Promise.all(
    start.outputFiles.map((file) => write(inside, `program/${path.basename(file.path)}`, file.contents)),
  );
  await write(inside, 'shell.json', JSON.stringify(shellOfWorkspace(path.join(root, 'apps/shell'))));
  await write(folder, 'README.md', README);
  // An optional peer of `@supabase/lite`, imported by its part that the program uses.
  const used = [...externals(start.metafile), ...externals(await functionsOf(root)), 'postgres'];
  const names = [...new Set(used.flatMap((specifier) => packageOf(specifier) ?? []))].toSorted();
  const manifest = {
    name: '@nemus/portal',
    version: installed(root, 'tools/portal', '@nemus/portal'),
    description: 'The portal on a machine of its own: shell, areas, embedded backend and demo accounts.',
    license: 'UNLICENSED',
    type: 'module',
    engines: { node: '^20.19.0 || ^22.12.0 || >=24.0.0' },
    bin: { 'nemus-portal': './bin/nemus-portal.mjs' },
    dependencies: Object.fromEntries(names.map((name) => [name, installed(root, 'tools/backend', name)])),
    publishConfig: { access: 'restricted' },
  };
  await write(folder, 'package.json', JSON.stringify(manifest, null, 2));
  return folder;
}

const README = `# @nemus/portal

\`npx --no-install @nemus/portal\` starts the portal on this machine and prints its addresses and demo accounts. In the folder of a built area, the area is in it. Data stays in \`.nemus\`; ports are set as in \`NEMUS_PORTAL_PORT\`, \`NEMUS_STORE_PORT\`, \`NEMUS_API_PORT\`, \`NEMUS_MAIL_PORT\` and \`NEMUS_CHECKOUT_PORT\`. \`nemus/shell.json\` has the facts of its shell for \`NEMUS_SHELL\`.
`;

/** Functions are bundled where they run; here only for the packages that they import. */
async function functionsOf(root: string): Promise<Metafile> {
  const folder = path.join(root, 'supabase/functions');
  const names = (await readdir(folder)).filter((name) => existsSync(path.join(folder, name, 'index.ts')));
  const entryPoints = names.map((name) => path.join(folder, name, 'index.ts'));
  const options = { bundle: true, write: false, metafile: true, packages: 'external', platform: 'node' } as const;
  return (await build({ entryPoints, outdir: folder, format: 'esm', logLevel: 'silent', ...options })).metafile;
}

const externals = ({ outputs }: Metafile): string[] =>
  Object.values(outputs).flatMap(({ imports }) => imports.flatMap((each) => (each.external ? each.path : [])));

async function write(folder: string, file: string, content: string | Uint8Array): Promise<void> {
  const place = path.join(folder, file);
  await mkdir(path.dirname(place), { recursive: true });
  await writeFile(place, content);
}
