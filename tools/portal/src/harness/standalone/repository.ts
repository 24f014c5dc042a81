import { spawn } from 'node:child_process';

/**
 * Environment of a team's own machine: without this repository, whose `node_modules/.bin` npm has put into the path,
 * and without the portal's addresses.
 */
export function teamEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|NEMUS_|NODE_OPTIONS|INIT_CWD|NX_|TSX_)/i.test(name),
  );
  const { PATH = '', ...rest } = Object.fromEntries(kept);
  return {
    ...rest,
    PATH: PATH.split(':')
      .filter((folder) => !folder.includes('node_modules'))
      .join(':'),
  };
}

/** Runs a command. @returns its output; rejects with it on failure */
export async function run(
  folder: string,
  environment: NodeJS.ProcessEnv,
  command: string,
  ...args: string[]
): Promise<string> {
  const child = spawn(command, args, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => printed.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  const output = Buffer.concat(printed).toString();
  if (code !== 0) throw new Error(`"${[command, ...args].join(' ')}" ended with ${code}:\n${output}`);
  return output;
}
