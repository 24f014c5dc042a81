import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';

const values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String)).default({});
const workflowSchema = z.object({
  env: values,
  jobs: z.record(
    z.string(),
    z.object({
      env: values,
      steps: z.array(
        z.object({ name: z.string().optional(), uses: z.string().optional(), run: z.string().optional(), env: values }),
      ),
    }),
  ),
});

/** What the service would fill in. */
export interface Settings {
  readonly vars: Readonly<Record<string, string>>;
  readonly secrets: Readonly<Record<string, string>>;
}

/** A step that a workflow runs by itself; steps of others (checkout, Node) are what the machine has already. */
export interface Step {
  readonly job: string;
  readonly name: string;
  readonly run: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Every `run:` of a workflow, in its order, with the settings filled in. */
export async function readSteps(file: string, settings: Settings): Promise<Step[]> {
  const workflow = workflowSchema.parse(parse(await readFile(file, 'utf8')));
  return Object.entries(workflow.jobs).flatMap(([job, { env: ofJob, steps }]) =>
    steps.flatMap(({ name = '', run, env }) => {
      if (run === undefined) return [];
      const all = { ...workflow.env, ...ofJob, ...env };
      return [
        {
          job,
          name,
          run: fillIn(run, settings),
          env: Object.fromEntries(Object.entries(all).map(([key, value]) => [key, fillIn(value, settings)])),
        },
      ];
    }),
  );
}

/** As the service does: what is not set is empty. Throws for what a test cannot fill in. */
function fillIn(text: string, { vars, secrets }: Settings): string {
  return text.replaceAll(/\$\{\{\s*([^}]*?)\s*\}\}/g, (whole, expression: string) => {
    const [, kind, name = ''] = /^(vars|secrets)\.(\w+)$/.exec(expression) ?? [];
    if (kind === 'vars') return vars[name] ?? '';
    if (kind === 'secrets') return secrets[name] ?? '';
    throw new Error(`The workflow asks for ${whole}, which a test cannot fill in.`);
  });
}

/** Runs a step as the service does: bash that stops at the first failure. Rejects with what it printed. */
export async function runStep({ job, name, run, env }: Step, cwd: string, machine: NodeJS.ProcessEnv): Promise<void> {
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
    cwd,
    env: { ...machine, GITHUB_SHA: 'a'.repeat(40), CI: 'true', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => printed.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(`${job}, "${name}" ended with ${code}:\n${Buffer.concat(printed).toString()}`);
}
