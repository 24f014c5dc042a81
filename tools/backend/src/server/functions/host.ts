import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { createBundler } from './bundle';

/** A hosted project ends a function after this time as well, in milliseconds. */
const LONGEST = 150_000;

const messageSchema = z.union([
  z.object({
    id: z.number(),
    status: z.number(),
    headers: z.array(z.tuple([z.string(), z.string()])),
    body: z.instanceof(ArrayBuffer),
  }),
  z.object({ id: z.number(), failure: z.string() }),
]);

/** Edge Functions on this machine. */
export interface FunctionsHost {
  /** Answers a request below `/functions/v1/<name>`. `peer` is the caller's network address. */
  answer(request: Request, peer: string): Promise<Response>;
  close(): Promise<void>;
}

export interface FunctionsHostOptions {
  /** `supabase/functions`. */
  readonly folder: string;
  /** Where bundles are kept; below a `node_modules` that holds the functions' packages. */
  readonly cache: string;
  /** All that functions see of the environment. */
  readonly environment: Readonly<Record<string, string>>;
  readonly log: (line: string) => void;
}

/** A thread with one state of the sources, and who waits for its answers. */
interface Thread {
  readonly worker: Worker;
  readonly stamp: string;
  readonly waiting: Map<number, (answer: Response) => void>;
}

/** An error of the host itself, in the shape that hosted functions answer. */
function hostError(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status, headers: { 'access-control-allow-origin': '*' } });
}

const bootError = () => hostError(503, 'BOOT_ERROR', 'Function failed to start (please check logs)');
const workerError = () => hostError(500, 'WORKER_ERROR', 'Function exited due to an error (please check logs)');

/**
 * Serves `supabase/functions/<name>/index.ts` (`export default { fetch }`) in a thread of this process. A changed
 * source is used from the next request on.
 */
export function createFunctionsHost({ folder, cache, environment, log }: FunctionsHostOptions): FunctionsHost {
  const bundler = createBundler(folder, cache);
  let thread: Thread | null = null;
  let nextId = 0;

  function start(stamp: string): Thread {
    const file = path.join(path.dirname(fileURLToPath(import.meta.url)), 'worker.mjs');
    // Without the loaders of this process: bundles are plain JavaScript.
    const worker = new Worker(file, { env: { ...environment }, execArgv: [] });
    const started: Thread = { worker, stamp, waiting: new Map() };
    worker.on('message', (raw: unknown) => {
      const message = messageSchema.parse(raw);
      const settle = started.waiting.get(message.id);
      started.waiting.delete(message.id);
      if ('failure' in message) {
        log(`function failed: ${message.failure}`);
        settle?.(workerError());
      } else {
        const { status, headers, body } = message;
        settle?.(new Response([101, 204, 205, 304].includes(status) ? null : body, { status, headers }));
      }
      retireWhenIdle(started);
    });
    worker.on('error', (error) => {
      log(`functions stopped: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    });
    worker.on('exit', () => {
      if (thread === started) thread = null;
      for (const settle of started.waiting.values()) settle(workerError());
      started.waiting.clear();
    });
    return started;
  }

  /** A thread with old sources ends when its last request is answered. */
  function retireWhenIdle(candidate: Thread): void {
    if (candidate !== thread && candidate.waiting.size === 0) void candidate.worker.terminate();
  }

  function currentThread(): Thread {
    const stamp = bundler.stamp();
    if (thread?.stamp !== stamp) {
      const old = thread;
      thread = start(stamp);
      if (old) retireWhenIdle(old);
    }
    return thread;
  }

  async function run(request: Request, module: string, peer: string): Promise<Response> {
    const body = ['GET', 'HEAD'].includes(request.method) ? undefined : await request.arrayBuffer();
    const { worker, waiting } = currentThread();
    nextId += 1;
    const id = nextId;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        waiting.delete(id);
        resolve(hostError(504, 'IDLE_TIMEOUT', 'Function took too long'));
      }, LONGEST);
      waiting.set(id, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      const { url, method } = request;
      const headers = new Headers(request.headers);
      // As the proxy before a hosted project does: what the caller wrote there stays in front of it.
      headers.append('x-forwarded-for', peer);
      worker.postMessage({ id, module, url, method, headers: [...headers], body });
    });
  }

  return {
    async answer(request, peer) {
      const name = new URL(request.url).pathname.split('/')[3] ?? '';
      let module: string | null;
      try {
        module = await bundler.bundle(name);
      } catch (error) {
        log(`function ${name} cannot be built: ${error instanceof Error ? error.message : String(error)}`);
        return bootError();
      }
      if (!module) return hostError(404, 'NOT_FOUND', 'Requested function was not found');
      return run(request, module, peer);
    },
    async close() {
      const last = thread;
      thread = null;
      await last?.worker.terminate();
    },
  };
}
