/** Builds a real remote by the command, as an area team does. */
import { gzipSync } from 'node:zlib';
import { execFile, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { CONTRACT_VERSION, meetingDocumentSchema } from '@nemus/contract';
import {
  containerName,
  isByContent,
  parseProvides,
  parseUses,
  releaseInputSchema,
  type ReleaseInput,
} from '@nemus/registry';
import { z } from 'zod';
import { SHARED_MODULES } from './shared';
import { BROWSER_FLOOR } from './browser-floor';
import { floorScript } from './floor-script';
import { integrityOf, inlineHash } from './shell-page';
import { buildReportSchema, type BuildReport } from './build-report';
import { workspaceRoot } from './workspace';

const run = promisify(execFile);
const REPOSITORY = workspaceRoot(__dirname);
const RSPACK = path.join(REPOSITORY, 'node_modules/@rspack/cli/bin/rspack.js');
const PATIENCE_MS = 60_000;

/** Strings without which a page cannot apply hot updates. */
const OF_HOT_UPDATES = /hot-update|webpackHot|\$Refresh(Reg|Sig)\$|performReactRefresh/;

const CONFIGURATION = `import { remoteBuild } from '@nemus/build';
export default remoteBuild(import.meta.dirname);
`;
/** Ids are hashes of these names, relative to the app. */
const LISTS_MODULES = `import { writeFileSync } from 'node:fs';
import { remoteBuild } from '@nemus/build';
const list = (compiler) => compiler.hooks.afterEmit.tap('list', ({ modules }) => {
  const names = [...modules].map((module) => module.libIdent({ context: compiler.context }) ?? '');
  writeFileSync(import.meta.dirname + '/dist/modules.json', JSON.stringify(names));
});
export default async (environment) => {
  const configuration = await remoteBuild(import.meta.dirname)(environment);
  return { ...configuration, plugins: [...configuration.plugins, { apply: list }] };
};
`;
const DECLARATION = `import { defineRemoteConfig } from '@nemus/contract/config';
export default defineRemoteConfig({
  name: 'demo', title: 'Probe', team: 'demo', contract: '^1.0.0',
  routes: [{ path: '/demo', title: 'Probe' }], menu: [],
  slots: [{ name: 'credit-balance', expose: './balance' }],
  budget: { entry: 20000, total: 60000 },
});
`;
const MEETING = `import { defineMeeting } from '@nemus/contract/config';
export default defineMeeting({
  emits: { 'credits-changed': { 'a package was bought': {} } },
  offers: { 'credit-balance': { takes: { 'as a card': { variant: 'card' } } } },
});
`;
/** A shell for name checks: minimising libraries is nine tenths of its build, and does not affect names. */
const NAMES_ALONE = `import { shellBuild } from '@nemus/build';
export default shellBuild(import.meta.dirname, { small: false });
`;
const WHOLE = `import * as all from '@nemus/ui';
export default function Page() { return <h1>{Object.keys(all)}</h1>; }
`;
/** Uses names in every way, and others that are tree-shaken. */
const TAKER = `import { lazy, useState as remember, type ReactNode } from 'react';
import * as ui from '@nemus/ui';
import { z } from 'zod';
import { usePorts } from '@nemus/contract/react';
import { unused, kept } from './library';
function never() { return ui.Card; }
const Late = lazy(async () => ({ default: (await import('./late')).Late }));
export default function Page({ children }: { children?: ReactNode }) {
  const { events, session } = usePorts();
  const [text] = remember(() => z.string().parse(session.getSnapshot().email));
  return <ui.Button onClick={() => events.publish('credits-changed', {})}>{text}{kept()}<Late />{children}</ui.Button>;
}
`;
const LIBRARY = `import { Chip, Card } from '@nemus/ui';
import { useQuery } from '@tanstack/react-query';
export const unused = () => useQuery;
export const alsoUnused = () => [Chip, useQuery];
export const kept = () => <Card title="x" />;
`;
const LATE = `export { Alert as Late } from '@nemus/ui';
export const paper = () => import('pdf-lib');
`;
const APP = `import { lazy } from 'react';
import { defineRemote } from '@nemus/contract/react';
import './app.css';
const Page = lazy(() => import(/* webpackChunkName: "demo-first-page" */ './Page'));
export default defineRemote({ root: () => <Page /> });
`;

let workspace: string;
let demo: string;
const write = (file: string, text: string) => writeFileSync(path.join(demo, file), text);

/** An app in an area team's own repository. */
function writeApp(folder: string): void {
  const put = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
  mkdirSync(path.join(folder, 'src'), { recursive: true });
  put('package.json', JSON.stringify({ name: 'demo', version: '1.2.3', type: 'module' }));
  put('rspack.config.ts', CONFIGURATION);
  put('remote.config.ts', DECLARATION);
  put('src/app.tsx', APP);
  put('src/app.css', '.demo { color: red }');
  put('src/Page.tsx', 'export default function Page() { return <h1>Probe</h1>; }');
  put('src/balance.tsx', APP);
}

/** A separate workspace with one app; packages are those of this one. */
beforeEach(() => {
  workspace = mkdtempSync(path.join(os.tmpdir(), 'nemus-build-'));
  cpSync(path.join(REPOSITORY, 'package-lock.json'), path.join(workspace, 'package-lock.json'));
  symlinkSync(path.join(REPOSITORY, 'node_modules'), path.join(workspace, 'node_modules'));
  demo = path.join(workspace, 'apps/demo');
  writeApp(demo);
});
afterEach(() => rmSync(workspace, { recursive: true }));

const build = () => run(process.execPath, [RSPACK, 'build'], { cwd: demo });
const digests = ({ files }: ReleaseInput) =>
  files.map((file) => `${file} ${integrityOf(readFileSync(path.join(demo, 'dist/files', file)))}`);
const built = (file: string) => readFileSync(path.join(demo, 'dist/files', file), 'utf8');
const failureSchema = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() });
const readInput = (): ReleaseInput =>
  releaseInputSchema.parse(JSON.parse(readFileSync(path.join(demo, 'dist/release-input.json'), 'utf8')));

describe('building a remote', () => {
  it(
    'writes a release that carries its own name, its hashes, and no copy of what is shared',
    async () => {
      const { stdout } = await build();
      const input = readInput();
      expect(input).toMatchObject({ entry: 'remoteEntry.js', declaration: { name: 'demo' } });
      expect(input.version).toMatch(/^1\.2\.3-[0-9a-f]{12}$/);
      expect(input.container).toBe(`nemus_demo_${input.version.replaceAll(/\W/g, '_')}`);
      const written = readdirSync(path.join(demo, 'dist/files'), { recursive: true }).map(String);
      const isForm = (file: string) => file.endsWith('.br');
      expect(input.files).toEqual(written.filter((file) => file !== 'by-content' && !isForm(file)).toSorted());
      // Kept with the build: packing would otherwise compress again what comes from the cache.
      expect(written.filter(isForm)).toEqual(expect.arrayContaining(['remoteEntry.js.br', 'uses.json.br']));
      // Files that a browser keeps from one release to the next: everything but the container and styles.
      const ownScripts = input.files.filter((file) => file.endsWith('.js') && !isByContent(file));
      expect(ownScripts).toEqual(['remoteEntry.js']);
      expect(input.preload[0]).toBe('remoteEntry.js');
      expect(input.preload.filter((file) => /expose-app\./.test(file))).toHaveLength(2);
      expect(input.preload.filter((file) => /demo-first-page\./.test(file))).toHaveLength(1);
      expect(input.slotPreload['./balance']?.some((file) => file.startsWith('by-content/expose-balance.'))).toBe(true);
      expect(input.shared.find(({ name }) => name === 'react')?.range).toMatch(/^\^19/);
      for (const file of input.files) expect(stdout).toContain(file);

      const entry = built('remoteEntry.js');
      expect(entry).toContain(`globalThis.${input.container}`);
      for (const file of input.files.filter((name) => /(?<!remoteEntry)\.(js|css)$/.test(name))) {
        expect(entry).toContain(integrityOf(readFileSync(path.join(demo, 'dist/files', file))));
      }
      // A module keeps the error of its evaluation.
      expect(entry).toMatch(/catch\((\w+)\)\{throw \w+\.error=\1,\1\}/);
      // The federation runtime comes from the shell.
      expect(entry).toContain('_FEDERATION_RUNTIME_CORE');
      expect(input.shared.map(({ name }) => name)).toContain('@module-federation/runtime-core');
      expect(gzipSync(entry).length).toBeLessThan(15_000);
      // At the beginning: elsewhere the browser ignores it.
      for (const file of input.files.filter((name) => name.endsWith('.js'))) {
        expect(built(file)).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
      }
      const code = input.files.map(built).join('\n');
      expect(code).not.toMatch(/\beval\(|new Function\(|__name\(/);
      expect(code).not.toContain(REPOSITORY);
      expect(code).not.toContain('react.transitional.element"');
      // Hot updates are for development only.
      expect(code).not.toMatch(OF_HOT_UPDATES);
    },
    PATIENCE_MS,
  );

  it(
    'is opened with one file besides its entry and its first page, and slots do not load what pages need',
    async () => {
      // Long enough for the bundler to make a file of it, and varied enough not to be minimised away.
      const long = (name: string) =>
        `export const ${name} = ${JSON.stringify(Array.from({ length: 3_000 }, (_, n) => `${name}-${n}`))}.join();\n`;
      for (const name of ['everywhere', 'pages', 'pageAndSlot']) write(`src/${name}.ts`, long(name));
      const page = (heading: string) =>
        `import { pages } from './pages';\n${heading}export default function Page() { return <h1>{pages}</h1>; }\n`;
      write('src/Page.tsx', page(`import { pageAndSlot } from './pageAndSlot';\nglobalThis.name = pageAndSlot;\n`));
      write('src/Other.tsx', page(''));
      const opened = `import { everywhere } from './everywhere';\nglobalThis.name = everywhere;\n`;
      write('src/app.tsx', `${opened}${APP}export const other = lazy(() => import('./Other'));\n`);
      write(
        'src/balance.tsx',
        `${opened}import { pageAndSlot } from './pageAndSlot';\n${LATE}export default pageAndSlot;\n`,
      );
      await build();
      const { preload, slotPreload } = readInput();
      const scripts = (files: readonly string[] = []) => files.filter((file) => file.endsWith('.js'));
      const has = (files: readonly string[] | undefined, name: string) =>
        scripts(files).some((file) => built(file).includes(`${name}-2999`));
      const opening = scripts(preload).filter((file) => !has([file], 'pageAndSlot'));
      expect(opening.map((file) => /expose-app|demo-first-page|remoteEntry/.exec(file)?.[0])).toEqual([
        'remoteEntry',
        'expose-app',
        'demo-first-page',
      ]);
      const app = opening.filter((file) => file.includes('expose-app'));
      expect(['everywhere', 'pages', 'pageAndSlot'].map((name) => has(app, name))).toEqual([true, true, false]);
      expect(has(slotPreload['./balance'], 'everywhere')).toBe(true);
      expect(has(slotPreload['./balance'], 'pageAndSlot')).toBe(true);
    },
    PATIENCE_MS,
  );

  it(
    'lists by name what it uses of the shell, nothing tree-shaken, and where it meets others',
    async () => {
      write('src/Page.tsx', TAKER);
      write('src/library.tsx', LIBRARY);
      write('src/late.tsx', LATE);
      write('meeting.config.ts', MEETING);
      await build();
      expect(readInput().files).toEqual(expect.arrayContaining(['uses.json', 'meeting.json']));
      const uses = parseUses(built('uses.json'));
      expect(uses).toMatchObject({ slots: [], events: ['credits-changed'] });
      expect(uses?.modules).toMatchObject({
        '@nemus/ui': { names: ['Alert', 'Button', 'Card'], whole: false },
        react: { names: expect.arrayContaining(['lazy', 'useState']) },
        zod: { names: ['string'], whole: false },
        'react-dom/client': { whole: true },
      });
      // Imported for its side effects: no name of it is needed.
      expect(uses?.modules['@tanstack/react-query']).toEqual({ names: [], whole: false });
      expect(uses?.ports).toEqual(expect.arrayContaining(['events.publish', 'session.getSnapshot']));
      expect(meetingDocumentSchema.parse(JSON.parse(built('meeting.json')))).toMatchObject({
        emits: [{ name: 'credits-changed', since: '1.0' }],
        offers: [{ name: 'credit-balance', upTo: '1.0', schema: { additionalProperties: false } }],
      });
    },
    PATIENCE_MS,
  );

  it(
    'gives the same bytes for the same sources, wherever it is run from; a change affects only version, container and its own chunk',
    async () => {
      write('src/Other.tsx', 'export default function Other() { return <h2>Anderes</h2>; }');
      write('src/app.tsx', APP.replace('export', "export const Other = lazy(() => import('./Other'));\nexport"));
      await build();
      const first = readInput();
      const before = digests(first);
      await run(process.execPath, [RSPACK, 'build', '--config', path.join(demo, 'rspack.config.ts')], {
        cwd: workspace,
      });
      expect(readInput()).toEqual(first);
      expect(digests(first)).toEqual(before);
      write('src/Page.tsx', 'export default function Page() { return <h1>Anders</h1>; }');
      await build();
      expect(readInput().version).not.toBe(first.version);
      const fresh = digests(readInput()).filter((file) => !before.includes(file));
      expect(fresh.map((file) => file.replace(/ .*/, ''))).toEqual([
        expect.stringMatching(/^by-content\/[\w-]+\.[0-9a-f]{16}\.js$/),
        'remoteEntry.js',
      ]);
      expect(built(fresh[0]?.replace(/ .*/, '') ?? '')).toContain('Anders');
      // A chunk contains the name of its own file, so that no container mistakes it for another's.
      for (const file of readInput().files.filter((name) => /^by-content.*\.js$/.test(name))) {
        expect(built(file)).toContain(`["${path.basename(file)}"]`);
      }
      // The maps of this build alone, and places without the sources' text or a path of this machine.
      const scripts = readInput().files.filter((file) => file.endsWith('.js'));
      const maps = path.join(demo, 'dist/maps');
      const found = readdirSync(maps, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.map'));
      expect(found.toSorted()).toEqual(scripts.map((file) => `${file}.map`).toSorted());
      expect(scripts.filter((file) => built(file).includes('sourceMappingURL'))).toEqual([]);
      const texts = found.map((file) => readFileSync(path.join(maps, file), 'utf8'));
      expect(texts.filter((text) => text.includes('webpack://nemus/apps/demo/src/Page.tsx'))).toHaveLength(1);
      expect(texts.filter((text) => text.includes('Anders') || text.includes(workspace))).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    'gives modules ids that do not depend on where the repository lies',
    async () => {
      write('rspack.config.ts', LISTS_MODULES);
      await build();
      const names = z.array(z.string()).parse(JSON.parse(readFileSync(path.join(demo, 'dist/modules.json'), 'utf8')));
      // Names of files are relative; this one is a whole text.
      const texts = names.filter((name) => name.includes('data:text/javascript'));
      expect(texts[0]).toContain('webpack-bundler-runtime');
      expect(decodeURIComponent(texts.join())).not.toContain(REPOSITORY);
    },
    PATIENCE_MS,
  );

  /** Apps with one error each: the file, its text, the command's message. */
  type Wrong = Readonly<Record<string, readonly [file: string, text: string | null, said: RegExp]>>;
  const WRONG_DECLARED: Wrong = {
    'a missing declaration': ['remote.config.ts', null, /remote\.config\.ts is missing/],
    'a wrong declaration': [
      'remote.config.ts',
      'export default { name: "Demo" };',
      /remote\.config\.ts is wrong:[\s\S]*name/,
    ],
    // The mistake is in the file: no line of a stack follows.
    'a wrong declaration that is checked while it is read': [
      'remote.config.ts',
      "import { defineRemoteConfig } from '@nemus/contract/config'; export default defineRemoteConfig({ name: 'Demo' });",
      /remote\.config\.ts is wrong:\n(?:(?:✖|  →).*\n)+(?! |✖)/,
    ],
    'a missing slot': ['src/balance.tsx', null, /demo exposes "\.\/balance", but .*balance\.tsx does not exist/],
    'a slot that it does not describe': [
      'meeting.config.ts',
      'export default { offers: {} };',
      /meeting\.config\.ts offers no slot; remote\.config\.ts has credit-balance/,
    ],
  };
  const WRONG_WRITTEN: Wrong = {
    'a shared module of ours that is taken as a whole': ['src/Page.tsx', WHOLE, /@nemus\/ui is taken as a whole/],
    'a mistake in the source': ['src/Page.tsx', 'import "./nowhere";', /nowhere/],
  };
  /** All in one run of the command, whose startup is most of the cost; no error hides another. */
  const TOGETHER = (folders: readonly string[]) => `import { remoteBuild } from '@nemus/build';
export default async (environment) => {
  const asked = ${JSON.stringify(folders)}.map((folder) => remoteBuild(folder)(environment));
  const made = await Promise.allSettled(asked);
  const refused = made.filter(({ status }) => status === 'rejected');
  if (refused.length > 0) throw new Error(refused.map(({ reason }) => reason.stack).join('\\n'));
  return made.map(({ value }, index) => ({ ...value, name: 'app-' + index }));
};
`;

  it.each([
    ['declared', WRONG_DECLARED],
    ['written', WRONG_WRITTEN],
  ])(
    'reports every error when it is %s',
    async (_where, wrong) => {
      const folders = Object.values(wrong).map(([file, text], index) => {
        const folder = path.join(workspace, `apps/wrong-${index}`);
        writeApp(folder);
        if (text === null) rmSync(path.join(folder, file));
        else writeFileSync(path.join(folder, file), text);
        return folder;
      });
      write('rspack.config.ts', TOGETHER(folders));
      const failure: unknown = await build().catch((error: unknown) => error);
      const { code, stdout, stderr } = failureSchema.parse(failure);
      expect(code).toBe(1);
      const unsaid = Object.entries(wrong).filter(([, [, , said]]) => !said.test(stderr + stdout));
      expect(unsaid).toEqual([]);
    },
    PATIENCE_MS,
  );
});

/** A served app, and its build reports. */
function serve(folder: string) {
  const child = spawn(process.execPath, [RSPACK, 'serve', '--port', 'auto'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const reports: BuildReport[] = [];
  let arrived: () => void = () => undefined;
  child.on('message', (message) => {
    reports.push(buildReportSchema.parse(message));
    arrived();
  });
  const next = async (change: () => void = () => undefined) => {
    const report = new Promise<void>((resolve) => (arrived = resolve));
    change();
    await report;
    return reports.at(-1);
  };
  const close = () =>
    new Promise((resolve) => {
      child.on('close', resolve);
      child.kill();
    });
  return { next, close };
}

describe('serving a remote', () => {
  it(
    'builds at once and after every change, each time as a separate release, apart from release builds',
    async () => {
      const { next, close } = serve(demo);
      const output = path.join(workspace, 'dist/dev/demo/dist');
      const input = () =>
        releaseInputSchema.parse(JSON.parse(readFileSync(path.join(output, 'release-input.json'), 'utf8')));
      const entry = () => readFileSync(path.join(output, 'files/remoteEntry.js'), 'utf8');
      try {
        expect(await next()).toMatchObject({ ok: true, problems: '' });
        const first = input();
        expect(entry()).toContain(`globalThis.${first.container} `);
        expect(first.container).toBe(containerName('demo', first.version));
        const second = await next(() =>
          write('src/Page.tsx', 'export default function Page() { return <h1>Anders</h1>; }'),
        );
        expect(second).toMatchObject({ ok: true });
        const changed = input();
        expect(changed.version).not.toBe(first.version);
        expect(entry()).toContain(`globalThis.${changed.container} `);
        // Hot updates are stored next to the release, and are not part of it.
        const updates = readdirSync(path.join(output, 'files')).filter((file) => file.endsWith('.hot-update.js'));
        const update = updates.map((file) => readFileSync(path.join(output, 'files', file), 'utf8')).join('\n');
        // The component is named, and its module accepts its own change: a page keeps its state.
        expect(update).toMatch(/\$RefreshReg\$\(\w+, "Page"\)/);
        expect(update).toMatch(/Refresh\w*\$\.refresh\(module\.id, module\.hot\)/);
        expect([...changed.files, ...changed.preload].filter((file) => /hot-update|\.map$/.test(file))).toEqual([]);
        expect(entry()).not.toMatch(/\beval\(|new Function\((?!"return this"|'return this'|"callbacks")/);
        const third = await next(() => write('src/Page.tsx', 'export default function Page( {'));
        expect(third).toMatchObject({ ok: false, problems: expect.stringContaining('Page.tsx') });
        expect(input()).toEqual(changed);
        expect(existsSync(path.join(demo, 'dist'))).toBe(false);
      } finally {
        await close();
      }
    },
    PATIENCE_MS,
  );
});

describe('building a shell', () => {
  it(
    'writes a page that names its files with their hashes, and the hashes of its inline scripts',
    async () => {
      write(
        'rspack.config.ts',
        CONFIGURATION.replaceAll('remoteBuild', 'shellBuild').replace(
          'dirname)',
          "dirname, { startChunks: ['view'], accountChunks: ['platform'] })",
        ),
      );
      write(
        'src/main.ts',
        `void import(/* webpackChunkName: "view" */ './view');
        if (location.hash) void import(/* webpackChunkName: "platform" */ './platform');`,
      );
      write('src/view.tsx', "import { createRoot } from 'react-dom/client';\ncreateRoot(document.body).render(<p />);");
      write('src/platform.ts', "import React from 'react';\nReflect.set(globalThis, 'platform', React.version);");
      write('src/boot.ts', "document.title = 'Probe';");
      write('src/index.html', '<html><head></head><body><!-- first page --></body></html>');
      write(
        'src/page.tsx',
        `import { renderToStaticMarkup } from 'react-dom/server';
        export const firstPage = () => ({
          head: ['<style>p { margin: 0 }</style>'],
          markup: renderToStaticMarkup(<p>Before any script</p>),
        });`,
      );
      mkdirSync(path.join(demo, 'public'));
      write('public/favicon.svg', '<svg/>');
      await build();
      const site = path.join(demo, 'dist/site');
      const page = readFileSync(path.join(site, 'index.html'), 'utf8');
      expect(readdirSync(site, { recursive: true }).filter((file) => String(file).endsWith('.map'))).toEqual([]);
      expect(readdirSync(path.join(demo, 'dist/maps/assets'))).not.toEqual([]);
      const inline = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = '']) => text);
      expect(inline).toEqual([floorScript(BROWSER_FLOOR), expect.stringContaining('document.title=')]);
      expect(page).toContain('<body><p>Before any script</p></body>');
      const csp: unknown = JSON.parse(readFileSync(path.join(demo, 'dist/csp.json'), 'utf8'));
      expect(csp).toEqual({ scriptHashes: inline.map(inlineHash), styleHashes: [inlineHash('p { margin: 0 }')] });
      const [, waiting = ''] = /<template data-for="account">(.*?)<\/template>/s.exec(page) ?? [];
      /** Files in elements of one kind in a part of the page, each with its hash. */
      const filesOf = (element: string, part: string) =>
        [...part.matchAll(/<(script|link)[^>]*? (?:src|href)="\/([^"]+)" integrity="([^"]+)"/g)]
          .filter(([, kind]) => kind === element)
          .map(([, , file = '', integrity]) => {
            expect(integrityOf(readFileSync(path.join(site, file)))).toBe(integrity);
            return file.replace(/^assets\/(\w+)\..*/, '$1');
          });
      const requested = page.replace(waiting, '');
      // React is requested after the entry, and not again for accounts.
      expect(filesOf('script', requested)).toEqual(['main']);
      expect(filesOf('link', requested)).toEqual(['react', 'view']);
      expect(filesOf('link', waiting)).toEqual(['platform']);
      expect(readFileSync(path.join(site, 'favicon.svg'), 'utf8')).toBe('<svg/>');
    },
    PATIENCE_MS,
  );

  it(
    'lists by name what it provides',
    async () => {
      write('rspack.config.ts', NAMES_ALONE);
      write(
        'src/main.ts',
        "import { provided } from '@nemus/build/provided';\nReflect.set(globalThis, 'all', provided);",
      );
      write('src/index.html', '<html><head></head><body></body></html>');
      await build();
      const site = path.join(demo, 'dist/site');
      const text = readFileSync(path.join(site, 'provides.json'), 'utf8').trim();
      const provides = parseProvides(text);
      expect(provides).toMatchObject({ shell: expect.stringMatching(/^[0-9a-f]{12}$/), contract: CONTRACT_VERSION });
      const namesOf = (module: string) => provides?.modules[module]?.names;
      expect(Object.keys(provides?.modules ?? {})).toEqual(SHARED_MODULES.map(({ name }) => name));
      expect(namesOf('@nemus/ui')).toEqual(expect.arrayContaining(['Button', 'formatCents']));
      expect(namesOf('zod')).toContain('string');
      expect(namesOf('react')).toContain('useState');
      expect(namesOf('react-router-dom')).not.toContain('createBrowserRouter');
      expect(provides?.ports).toContain('session.signOut');
    },
    PATIENCE_MS,
  );
});
