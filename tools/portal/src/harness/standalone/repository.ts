import { spawn, type ChildProcess } from 'node:child_process';

/** How a command ended. */
export interface Ended {
  readonly output: string;
}

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

/** Runs a command. Rejects with its output on failure. */
export async function run(
  folder: string,
  environment: NodeJS.ProcessEnv,
  command: string,
  ...args: string[]
): Promise<Ended> {
  const child = spawn(command, args, { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = listen(child);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(`"${[command, ...args].join(' ')}" ended with ${code}:\n${printed()}`);
  return { output: printed() };
}

/** A long-running command. */
export interface Running {
  /** Resolves with the first matching line of the further output. */
  next(pattern: RegExp): Promise<string>;
  /** Everything that was printed. */
  printed(): string;
  close(): Promise<void>;
}

/** Starts a command that runs until it is closed. */
export function begin(folder: string, environment: NodeJS.ProcessEnv, command: string, ...args: string[]): Running {
  // In its own process group: the child processes of npx end with it.
  const child = spawn(command, args, {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const printed = listen(child);
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  return {
    printed,
    next: (pattern) => {
      const from = printed().length;
      return new Promise((resolve, reject) => {
        const look = () => {
          const line = printed()
            .slice(from)
            .split('\n')
            .find((text) => pattern.test(text));
          if (line !== undefined) resolve(line);
        };
        child.stdout?.on('data', look);
        child.stderr?.on('data', look);
        child.on('close', () => reject(new Error(`"${command}" ended:\n${printed()}`)));
      });
    },
    close: async () => {
      if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      await ended;
    },
  };
}

function listen(child: ChildProcess): () => string {
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => printed.push(chunk));
  return () => Buffer.concat(printed).toString();
}
