import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../../serve/settings';
import { checkDocs } from './check';
import { exportsOf } from './exports';
import { treeOf } from './tree';
import { readCallable, readEntries } from './workspace';

/** A small repository in which all is well. */
const SOUND: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ name: 'nemus', scripts: { start: 'node tools/start.ts', bench: 'node bench' } }),
  'libs/ui/package.json': JSON.stringify({
    name: '@nemus/ui',
    exports: { '.': './src/index.ts', './data': './src/data.ts' },
    scripts: { test: 'jest' },
    nx: { name: 'ui', targets: { smoke: {} } },
  }),
  'tools/release/package.json': JSON.stringify({ name: '@nemus/release', bin: { 'nemus-release': './bin.mjs' } }),
  'tools/create-remote/package.json': JSON.stringify({
    name: '@nemus/create-remote',
    bin: { 'create-remote': './bin.mjs', nemus: './nemus.mjs' },
  }),
  'libs/ui/src/index.ts': "export * from './forms/form';\nexport { type Tone, Chip as StatusChip } from './chip';\n",
  'libs/ui/src/forms/form.tsx': 'export function Form() {}\nexport const formatDate = 1;\n',
  'libs/ui/src/chip.ts': 'export type Tone = string;\nexport class Chip {}\n',
  'libs/ui/src/data.ts': 'export interface Table {}\n',
  'docs/specification/01-accounts.md': '# 1 Accounts\n\n- **S-1.1** Two types.\n',
  'docs/decisions/README.md': '| [0001](0001-entries.md) | Signed entries |\n',
  'docs/decisions/0001-entries.md': '# 0001: Signed entries\n\nStatus: accepted\n',
};

function problemsOf(changes: Readonly<Record<string, string>>): string[] {
  const files = { ...SOUND, ...changes };
  const tree = treeOf(Object.keys(files), (file) => new Map(Object.entries(files)).get(file) ?? '');
  const { findings } = checkDocs(tree, readCallable(tree, ['nx', 'nemus-release']), readEntries(tree));
  return findings.map(({ file, line, problem }) => `${file}:${line}: ${problem}`);
}

const inDocument = (text: string) => problemsOf({ 'docs/guide.md': text });

it('finds nothing in a repository whose documents are true', () => {
  expect(problemsOf({})).toEqual([]);
});

describe('citations', () => {
  it('finds what the specification does not promise, in code as in documents', () => {
    expect(problemsOf({ 'libs/ui/src/a.ts': '// Two types (S-1.1).\n// Three (S-1.2).\n' })).toEqual([
      'libs/ui/src/a.ts:2: S-1.2 is not in docs/specification.',
    ]);
  });

  it('finds a promise with a number that is taken, or of another file', () => {
    const text = '- **S-1.1** One.\n- **S-1.1** Two.\n- **S-2.1** Three.\n';
    expect(problemsOf({ 'docs/specification/01-accounts.md': text })).toEqual([
      'docs/specification/01-accounts.md:2: S-1.1 is defined a second time.',
      'docs/specification/01-accounts.md:3: S-2.1 does not belong into file 1.',
    ]);
  });

  it.each(['specification §4', 'decision 31', 'decisions 17, 31'])('finds "%s", and leaves the law alone', (cited) => {
    const problems = problemsOf({
      'supabase/migrations/1.sql': `-- § 14 (4) UStG, decision record 0001\n-- ${cited}\n`,
    });
    expect(problems).toEqual([expect.stringMatching(/^supabase\/migrations\/1\.sql:2: ".+" leads out/)]);
  });

  it('finds a decision record that does not exist', () => {
    expect(problemsOf({ 'libs/ui/src/a.ts': '// See decision record 0002.' })).toEqual([
      'libs/ui/src/a.ts:1: there is no decision record 0002 in docs/decisions.',
    ]);
  });
});

describe('links', () => {
  it('finds a file and a heading that are not there', () => {
    const text =
      '# Guide: `x` & y\n\n[a](#guide-x--y) [b](#other) [c](../libs/ui)\n[d](none.md) [e](decisions/README.md#none)';
    expect(inDocument(text)).toEqual([
      'docs/guide.md:3: the link "#other" names no heading of docs/guide.md.',
      'docs/guide.md:4: the link "none.md" leads to no file (docs/none.md).',
      'docs/guide.md:4: the link "decisions/README.md#none" names no heading of docs/decisions/README.md.',
    ]);
  });

  it('follows links of the generator’s README from where it is written to', () => {
    const file = 'tools/create-remote/template/README.md.tmpl';
    expect(
      problemsOf({ [file]: '[a](../../docs/decisions/0001-entries.md)\n[b](../docs/decisions/README.md)' }),
    ).toEqual([`${file}:2: the link "../docs/decisions/README.md" leads to no file (apps/docs/decisions/README.md).`]);
  });

  it('leaves other sites and addresses of the portal alone', () => {
    expect(inDocument('[a](https://example.org/x.md) [b](/auth) [c](mailto:a@example.org)')).toEqual([]);
  });
});

describe('paths', () => {
  it('finds what is nowhere in the repository, in the cell of a table too', () => {
    expect(inDocument('| a |\n| --- |\n| `forms/form.tsx` |\n| `forms/none.tsx` |\n')).toEqual([
      'docs/guide.md:4: `forms/none.tsx` is no path of the repository.',
    ]);
  });

  it('finds a folder, and takes placeholders for any name', () => {
    expect(inDocument('`libs/ui/src` `libs/<lib>/src/*.ts` `libs/none`')).toEqual([
      'docs/guide.md:1: `libs/none` is no path of the repository.',
    ]);
  });

  it('leaves alone what is no path of ours', () => {
    expect(
      inDocument('`/auth` `application/json` `apps/shell/dist/site` `https://a.example/b.ts` `@mui/material`'),
    ).toEqual([]);
  });
});

describe('commands', () => {
  it.each([
    ['npm run none', 'there is no script "none"'],
    ['npm test', 'there is no script "test"'],
    ['npm run none -w @nemus/ui', 'there is no script "none" in the package.json of @nemus/ui'],
    ['npm test -w @nemus/none', 'there is no workspace @nemus/none'],
    ['npx nx build ui', 'nx knows no target "build" of ui'],
    ['npx nx smoke none', 'nx knows no project "none"'],
    ['npx nx run-many -t smoke,build', 'nx knows no target "build"'],
    ['npx none', 'npx finds no program "none"'],
    ['npx --no-install @nemus/release none', 'npx --no-install @nemus/release has no command "none"'],
    ['nemus-release canary none trainee', 'canary has no command "none"'],
    ['npx --no-install @nemus/release status --none', 'npx --no-install @nemus/release status has no option --none'],
    [
      'npx nemus-release status',
      'npx may fetch "nemus-release" from a stranger; write "npx --no-install @nemus/release"',
    ],
    [
      'npx --no-install nemus-release status',
      'npx may fetch "nemus-release" from a stranger; write "npx --no-install @nemus/release"',
    ],
    [
      'npx nemus create-remote library',
      'npx may fetch "nemus" from a stranger; write "npx --no-install @nemus/create-remote"',
    ],
    [
      'npx create-remote library',
      'npx may fetch "create-remote" from a stranger; write "npx --no-install @nemus/create-remote"',
    ],
    ['npx @nemus/release status', 'npx may fetch @nemus/release from a stranger; add --no-install'],
    ['A=1 node --import tsx tools/none.ts', 'there is no file tools/none.ts'],
  ])('finds %s', (command, problem) => {
    expect(inDocument(`Text.\n\n\`\`\`\n${command}   # why\n\`\`\`\n`)).toEqual([
      expect.stringContaining(`docs/guide.md:4: \`${command.replace('A=1 ', '')}\`: ${problem}`),
    ]);
  });

  it.each([
    'npm run bench -- --quick',
    'npm install && npm start',
    'npm test -w @nemus/ui',
    'npx nx smoke <area>',
    'npx nx run ui:test',
    'npx --no-install @nemus/create-remote library --title "Bücherei"',
    'npx --no-install @nemus/release canary set trainee --percent 5 --why "new calendar"',
    'nemus-release stop <area> --reason "Wir prüfen."',
  ])('knows %s', (command) => {
    expect(inDocument(`Run \`${command}\`.`)).toEqual([]);
  });
});

describe('exports', () => {
  it('finds entries and names of an example that the code does not have', () => {
    const text = "`@nemus/ui/none`\n\n```ts\nimport { Form, None, type Tone } from '@nemus/ui';\n```\n";
    expect(inDocument(text)).toEqual([
      'docs/guide.md:1: no package has the entry @nemus/ui/none.',
      'docs/guide.md:4: @nemus/ui exports no None.',
    ]);
  });

  it('finds where a list of a README and the entries of its package differ', () => {
    const text = '# UI\n\n## Components\n\n`Form`, `Table`, `formatDate`\n`Gone`\n\n## Rules\n\n`Other`\n';
    expect(problemsOf({ 'libs/ui/README.md': text })).toEqual([
      'libs/ui/README.md:6: @nemus/ui exports no Gone.',
      'libs/ui/README.md:3: @nemus/ui exports StatusChip, which this page does not name.',
    ]);
  });

  it('follows what an entry hands on', () => {
    const tree = treeOf(Object.keys(SOUND), (file) => SOUND[file] ?? '');
    expect(exportsOf('libs/ui/src/index.ts', tree)).toEqual(
      new Map([
        ['Form', 'value'],
        ['formatDate', 'value'],
        ['Tone', 'type'],
        ['StatusChip', 'value'],
      ]),
    );
  });
});

describe('decision records', () => {
  it('finds one without a status, and one that the index does not list under its title', () => {
    const changes = {
      'docs/decisions/0001-entries.md': '# 0001: Entries\n\nText.\n',
      'docs/decisions/0002-slots.md': '# 0002: Slots\n\nStatus: superseded by [0001](0001-entries.md)\n',
    };
    expect(problemsOf(changes)).toEqual([
      expect.stringContaining('docs/decisions/0001-entries.md:3: has no line "Status'),
      'docs/decisions/README.md:1: 0001 has the title "Entries".',
      'docs/decisions/0002-slots.md:1: stands 0 times in docs/decisions/README.md, not once.',
    ]);
  });
});

it('reads the specification of the project', async () => {
  const text = await readFile(path.join(ROOT, 'docs/specification/01-accounts-and-access.md'), 'utf8');
  expect(text).toMatch(/^- \*\*S-1\.1\*\* /m);
});
