/**
 * Nx's cache is only correct if a target's inputs are complete. A room's specs read three things: the areas of its
 * portal (the room's configuration starts it with those that `project.json` declares), the specs' imports, and the
 * backend. These tests compare the declaration with the imports, and check Nx's own view.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const ROOT = path.resolve(__dirname, '../../..');
const AREAS = ['elearning', 'institution', 'payments', 'trainee'];
/** What only several areas together show. */
const COMPOSITION = ['e2e-browsers:e2e', 'e2e-failures:failures', 'e2e-portal:e2e'];

const answerSchema = z.object({
  graph: z.object({
    nodes: z.record(z.string(), z.object({ data: z.object({ root: z.string() }) })),
    dependencies: z.record(z.string(), z.array(z.object({ target: z.string() }))),
  }),
  affected: z.record(z.string(), z.array(z.string())),
});
const projectSchema = z.object({ targets: z.record(z.string(), z.unknown()) });

/** Files whose changes are checked. */
const CHANGED = [
  ...AREAS.map((area) => `apps/${area}/remote.config.ts`),
  'supabase/config.toml',
  'apps/shell/package.json',
  'docs/architecture.md',
];

let answer: z.infer<typeof answerSchema>;
beforeAll(async () => {
  const script = path.join(__dirname, 'nx-graph.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, 'e2e,failures,smoke,test', ...CHANGED], {
    cwd: ROOT,
    timeout: 50_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  answer = answerSchema.parse(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? ''));
}, 60_000);

describe('the rooms of e2e', () => {
  let dependencies: Map<string, readonly string[]>;
  let roots: Map<string, string>;
  beforeAll(() => {
    const { graph } = answer;
    dependencies = new Map(
      Object.entries(graph.dependencies).map(([name, all]) => [name, all.map((each) => each.target)]),
    );
    roots = new Map(Object.entries(graph.nodes).map(([name, { data }]) => [data.root, name]));
  });

  /** A project and everything that it depends on. */
  function reachable(name: string, seen = new Set<string>()): Set<string> {
    if (seen.has(name)) return seen;
    seen.add(name);
    for (const next of dependencies.get(name) ?? []) reachable(next, seen);
    return seen;
  }
  /** The project that owns a file. */
  function ownerOf(file: string): string | undefined {
    for (let at = path.dirname(file); at !== '.'; at = path.dirname(at)) {
      const owner = roots.get(at);
      if (owner) return owner;
    }
    return undefined;
  }

  const FILES = readdirSync(path.join(ROOT, 'e2e'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/(^|\/)(node_modules|dist)\//.test(file))
    .map((file) => path.posix.join('e2e', file));

  test('every spec belongs to a room', () => {
    const homeless = FILES.filter((file) => file.endsWith('.spec.ts') && !ownerOf(file)?.startsWith('e2e-'));
    expect(homeless).toEqual([]);
    expect(FILES.length).toBeGreaterThan(100);
  });

  test('a room with tests for the long run has a target that runs them', () => {
    const withSoak = FILES.filter((file) => readFileSync(path.join(ROOT, file), 'utf8').includes("'@soak'"));
    const rooms = new Set(withSoak.filter((file) => file.endsWith('.spec.ts')).map((file) => file.split('/')[1] ?? ''));
    expect(rooms.size).toBeGreaterThan(0);
    const forgotten = [...rooms].filter((room) => {
      const { targets } = projectSchema.parse(
        JSON.parse(readFileSync(path.join(ROOT, 'e2e', room, 'project.json'), 'utf8')),
      );
      return targets['soak'] === undefined;
    });
    expect(forgotten).toEqual([]);
  });

  test('what a room imports is among its inputs', () => {
    const outside = FILES.flatMap((file) => {
      const owner = ownerOf(file) ?? '';
      const known = reachable(owner);
      const imports = readFileSync(path.join(ROOT, file), 'utf8').matchAll(/from '((?:\.{1,2}|@nemus)\/[^']+)'/g);
      return [...imports].flatMap(([, target = '']) => {
        const project = target.startsWith('@nemus/')
          ? target.split('/')[1]
          : ownerOf(path.relative(ROOT, path.resolve(ROOT, path.dirname(file), target)));
        return project !== undefined && known.has(project) ? [] : [`${file} imports ${target}`];
      });
    });
    expect(outside).toEqual([]);
  });

  test.each(AREAS)('the room of %s has its area alone', (area) => {
    expect([...reachable(`e2e-${area}`)].filter((name) => AREAS.includes(name))).toEqual([area]);
  });

  test('every room has backend, shell and migrations among its inputs', () => {
    for (const room of [...roots.values()].filter((name) => name.startsWith('e2e-') && name !== 'e2e-composition')) {
      const known = reachable(room);
      expect([room, ...['shell', 'backend', 'supabase', 'loader', 'ui'].filter((name) => !known.has(name))]).toEqual([
        room,
      ]);
    }
  });
});

/** The tests that Nx selects when a file has changed. */
const affectedBy = (file: string): readonly string[] => answer.affected[file] ?? [];

describe('nx affected', () => {
  test.each(AREAS)("a change in %s runs the area's tests and the composition's", (area) => {
    const affected = affectedBy(`apps/${area}/remote.config.ts`);
    const own = [`${area}:smoke`, `${area}:test`, `e2e-${area}:e2e`];
    expect(affected).toEqual(expect.arrayContaining([...own, ...COMPOSITION]));
    const others = AREAS.filter((other) => other !== area);
    expect(affected.filter((id) => others.some((other) => id.replace('e2e-', '').startsWith(`${other}:`)))).toEqual([]);
  });

  test.each(['supabase/config.toml', 'apps/shell/package.json'])(
    'a change of %s runs every browser test of the portal, and every smoke test',
    (file) => {
      const affected = affectedBy(file);
      const all = ['shell', ...AREAS].map((room) => `e2e-${room}:e2e`);
      expect(affected).toEqual(
        expect.arrayContaining([...all, ...COMPOSITION, ...AREAS.map((area) => `${area}:smoke`)]),
      );
    },
  );

  test('a change of a guide that no test plays runs no test of the portal', () => {
    expect(affectedBy('docs/architecture.md')).toEqual(['checks:test']);
  });
});
