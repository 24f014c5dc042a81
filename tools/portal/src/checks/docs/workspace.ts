import path from 'node:path';
import { buildProgram } from '@nemus/release/program';
import { z } from 'zod';
import { ROOT_PACKAGE, type Callable } from './commands';
import { has, type Tree } from './tree';

const targetsSchema = z.record(z.string(), z.unknown());
const packageSchema = z.object({
  name: z.string(),
  scripts: z.record(z.string(), z.string()).default({}),
  bin: z.record(z.string(), z.string()).default({}),
  nx: z.object({ name: z.string().optional(), targets: targetsSchema.default({}) }).optional(),
});
const projectSchema = z.object({ name: z.string().optional(), targets: targetsSchema.default({}) });

function packages(tree: Tree) {
  return [...tree.files]
    .filter((file) => /^((apps|libs|tools)\/[^/]+|e2e)\/package\.json$|^package\.json$/.test(file))
    .map((file) => ({
      folder: path.posix.dirname(file),
      content: packageSchema.parse(JSON.parse(tree.read(file))),
    }));
}

/** Available scripts, targets, programs, and the release command line. */
export function readCallable(tree: Tree, programs: Iterable<string>): Callable {
  const scripts = new Map<string, ReadonlySet<string>>();
  const targets = new Map<string, ReadonlySet<string>>();
  for (const { folder, content } of packages(tree)) {
    const own = Object.keys(content.scripts);
    scripts.set(folder === '.' ? ROOT_PACKAGE : content.name, new Set(own));
    const projectFile = path.posix.join(folder, 'project.json');
    const project = tree.files.has(projectFile) ? projectSchema.parse(JSON.parse(tree.read(projectFile))) : undefined;
    const name = project?.name ?? content.nx?.name ?? content.name;
    targets.set(
      name,
      new Set([...own, ...Object.keys(content.nx?.targets ?? {}), ...Object.keys(project?.targets ?? {})]),
    );
  }
  const packageOf = new Map(
    packages(tree).flatMap(({ content: { name, bin } }) => Object.keys(bin).map((program) => [program, name] as const)),
  );
  const silent = { out: () => {}, err: () => {}, env: {}, cwd: '.' };
  return {
    scripts,
    targets,
    programs: new Set(programs),
    own: new Map(['nemus-release', '@nemus/release'].map((name) => [name, buildProgram(silent)])),
    packageOf,
    hasFile: (file) => has(tree, file),
  };
}
