/**
 * Runs Edge Functions apart from the backend: a thread has a `process.env` of its own, so that a function sees what a
 * hosted one would see and nothing else. Speaks with `host.ts` in messages; plain JavaScript, because a thread starts
 * without a loader.
 */
import { parentPort } from 'node:worker_threads';

// supabase-js wants a WebSocket when a client is made; Node 20 has none, and no function uses realtime.
globalThis.WebSocket ??= class NoWebSocket {
  constructor() {
    throw new Error('There is no realtime in local functions.');
  }
};

// It also prints a notice about Node 20, once for every function.
const { warn } = console;
console.warn = (...parts) => {
  if (!String(parts[0]).includes('future versions of @supabase/supabase-js')) warn(...parts);
};

/** @type {Map<string, Promise<{ fetch(request: Request): Response | Promise<Response> }>>} */
const loaded = new Map();

/** @param {string} module address of the bundled function */
function load(module) {
  let entry = loaded.get(module);
  if (!entry) {
    entry = import(module).then(({ default: entryPoint }) => {
      if (typeof entryPoint?.fetch !== 'function') throw new Error('It has no default export with fetch().');
      return entryPoint;
    });
    loaded.set(module, entry);
    entry.catch(() => loaded.delete(module));
  }
  return entry;
}

parentPort?.on('message', async ({ id, module, url, method, headers, body }) => {
  try {
    const entryPoint = await load(module);
    const answer = await entryPoint.fetch(new Request(url, { method, headers, body }));
    const bytes = await answer.arrayBuffer();
    const message = { id, status: answer.status, headers: [...answer.headers], body: bytes };
    parentPort?.postMessage(message, [bytes]);
  } catch (error) {
    parentPort?.postMessage({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
});
