import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context } from 'hono';
import { parse } from 'picoquery';
import type { z } from 'zod';
import type { Sandbox } from '../sandbox';
import { expand } from './expand';
import { readParams } from './params';

export interface SandboxEnvironment {
  readonly Bindings: HttpBindings;
}
export type SandboxRoutes = Hono<SandboxEnvironment>;
export const newRoutes = (): SandboxRoutes => new Hono<SandboxEnvironment>();

interface Expandable {
  readonly expand: readonly string[];
}

/**
 * A route of the API: reads the parameters through `schema` (from the body of a POST, else from the query string),
 * answers the result of `run`, with the requested expansions.
 *
 * @param run receives the parameters and the id from the address
 */
export function handle<T extends Expandable>(
  sandbox: Sandbox,
  schema: z.ZodType<T>,
  run: (params: T, id: string) => object,
) {
  return async (context: Context<SandboxEnvironment>): Promise<Response> => {
    const { method, url } = context.req;
    const encoded = method === 'POST' ? await context.req.text() : new URL(url).search.slice(1);
    // As the provider writes it: `a[b][0][c]=1`.
    const params = readParams(schema, parse(encoded, { nestingSyntax: 'index' }));
    return context.json(expand(sandbox.store, run(params, context.req.param('id') ?? ''), params.expand));
  };
}
