import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { programOf } from '../../../backend/src/program/program.mjs';

const ROOT = path.resolve(__dirname, '../../../..');

const readySchema = z.object({ apiUrl: z.url(), publishableKey: z.string(), secretKey: z.string() });

/** An embedded backend in a process of its own, with the schema of `supabase/migrations` and the demo accounts. */
export interface BackendProcess extends z.infer<typeof readySchema> {
  readonly end: () => Promise<void>;
}

/** Starts a backend on free ports. @param dataDir Folder of its own. */
export async function startBackendProcess(dataDir: string): Promise<BackendProcess> {
  const child = spawn(process.execPath, [await programOf('tools/backend/src/cli.ts')], {
    cwd: ROOT,
    env: {
      ...process.env,
      NEMUS_API_PORT: String(await freePort()),
      NEMUS_MAIL_PORT: String(await freePort()),
      NEMUS_DATA_DIR: dataDir,
      NEMUS_RATE_LIMITS: 'off',
      // bcrypt at its cheapest: test passwords need no protection, and each hash would otherwise take a tenth of a
      // second.
      LITE_AUTH_BCRYPT_COST: '4',
      NEMUS_SAMPLE_DATA: 'off',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { out: '', err: '' };
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = await new Promise<z.infer<typeof readySchema>>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output.out += chunk.toString();
      const [line, rest] = output.out.split('\n');
      if (line !== undefined && rest !== undefined) resolve(readySchema.parse(JSON.parse(line)));
    });
    child.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()));
    void ended.then(() => reject(new Error(`The backend ended: ${output.err}`)));
  });
  return {
    ...ready,
    end: async () => {
      child.kill('SIGINT');
      await ended;
    },
  };
}

/** A free port of this machine. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address !== null && typeof address === 'object' ? resolve(address.port) : reject(new Error('No port.')),
      );
    });
  });
}
