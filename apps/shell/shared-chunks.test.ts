/**
 * What the libraries' chunks are for: a release of the shell leaves them in browsers' caches. Builds the real shell
 * without the page around it, as it is and with changed sources, and compares names: a name is the hash of the bytes.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const REPOSITORY = path.resolve(__dirname, '../..');
const RSPACK = path.join(REPOSITORY, 'node_modules/@rspack/cli/bin/rspack.js');
const PATIENCE_MS = 120_000;

const CONFIGURATION = (workspace: string) => `import path from 'node:path';
import shell from ${JSON.stringify(path.join(__dirname, 'rspack.config.ts'))};

const site = (await shell()).find(({ name }) => name === 'site');
const skipped = ['CompressPlugin', 'ShellPagePlugin', 'WorkerPlugin', 'CopyRspackPlugin'];
const change = (resource, text) => ({
  resource: path.join(${JSON.stringify(REPOSITORY)}, resource),
  enforce: 'pre',
  use: [{ loader: ${JSON.stringify(path.join(__dirname, 'src/testing/append-loader.cjs'))}, options: { text } }],
});
const build = (name, rules) => ({
  ...site,
  name,
  dependencies: [],
  output: { ...site.output, path: path.join(${JSON.stringify(workspace)}, name, 'site') },
  // The test compares the chunk of each source and the numbers of modules; making them small decides neither.
  optimization: { ...site.optimization, minimize: false },
  plugins: site.plugins.filter((plugin) => !skipped.includes(plugin.constructor.name)),
  module: { ...site.module, rules: [...site.module.rules, ...rules] },
});
const line = "\\nReflect.set(globalThis, 'changed', true);";
// With addresses of their own: a folder with a random name would give them random ids.
const added = '\\nimport "data:text/javascript,1";\\nvoid import("data:text/javascript,2");';

export default [
  build('as-it-is', []),
  build('changed-shell', [
    change('apps/shell/src/main.ts', line + added),
    change('apps/shell/src/view.tsx', line),
    change('apps/shell/src/platform/platform.ts', line),
    change('apps/shell/src/pages/GalleryPage.tsx', line),
  ]),
  build('changed-ui', [change('libs/ui/src/feedback/Alert.tsx', line)]),
];
`;

it(
  'leaves the chunks of libraries alone when only the sources of the shell change',
  async () => {
    const workspace = mkdtempSync(path.join(os.tmpdir(), 'nemus-chunks-'));
    const write = (file: string, text: string) => writeFileSync(path.join(workspace, file), text);
    symlinkSync(path.join(REPOSITORY, 'node_modules'), path.join(workspace, 'node_modules'));
    write('package.json', '{ "type": "module" }');
    write('rspack.config.ts', CONFIGURATION(workspace));
    try {
      await run(process.execPath, [RSPACK, 'build'], { cwd: workspace });
      const names = (build: string) =>
        readdirSync(path.join(workspace, build, 'site/assets')).filter((file) => /^[a-z]+\..*\.js$/.test(file));
      const before = names('as-it-is');
      /** Chunks whose file has another name than before. */
      const changed = (build: string) => {
        const now = names(build);
        return before.filter((file) => !now.includes(file)).map((file) => file.split('.')[0]);
      };
      expect(before.map((file) => file.split('.')[0])).toEqual([
        'areas',
        'auth',
        'base',
        'device',
        'forms',
        'main',
        'mui',
        'notifications',
        'palette',
        'parts',
        'platform',
        'react',
        'refusals',
        'storage',
        'supabase',
        'ui',
        'unread',
        'view',
      ]);
      // The changes are in, and the libraries are not touched by them.
      expect(changed('changed-shell')).toEqual(['main', 'platform', 'view']);
      expect(changed('changed-ui')).toContain('ui');
      for (const library of ['base', 'mui', 'react', 'supabase']) expect(changed('changed-ui')).not.toContain(library);
    } finally {
      rmSync(workspace, { recursive: true });
    }
  },
  PATIENCE_MS,
);
