/**
 * All functions behind one address, as a hosted project has them: `deno serve host.ts`, for a machine without containers
 * (deploy/systemd) and for tests. Folders that begin with an underscore are no functions. `FUNCTION_NAMES` lists the others.
 */
import { z } from 'zod';
import type { FunctionEntry } from './endpoint.ts';
import { variable } from './environment.ts';

const moduleSchema = z.object({
  default: z.custom<FunctionEntry>((value) => z.object({ fetch: z.function() }).safeParse(value).success),
});

const names = (variable('FUNCTION_NAMES') ?? '').split(',');
const entries = await Promise.all(
  names.map(async (name): Promise<[string, FunctionEntry]> => {
    const module: unknown = await import(`../${name}/index.ts`);
    return [name, moduleSchema.parse(module).default];
  }),
);
const functions = new Map(entries);

const host: FunctionEntry = {
  fetch(request) {
    // A function may read the content of its own file names.
    const name = /^\/functions\/v1\/([a-z-]+)(?:\/|$)/.exec(new URL(request.url).pathname)?.[1];
    const entry = name ? functions.get(name) : undefined;
    return entry?.fetch(request) ?? Promise.resolve(new Response('Unknown function.', { status: 404 }));
  },
};

export default host;
