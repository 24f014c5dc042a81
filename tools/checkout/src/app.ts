import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import { createApi } from './api';
import type { SandboxEnvironment, SandboxRoutes } from './api/handle';
import { createControl } from './control';
import { createPages } from './pages';
import type { Sandbox } from './sandbox';

const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/** Refuses foreign host names: a foreign page cannot reach the sandbox through a name of its own. */
function requireLocalName(publicUrl: string) {
  const names = new Set([...LOCAL_NAMES, new URL(publicUrl).hostname]);
  return createMiddleware<SandboxEnvironment>(async (context, next) => {
    if (!names.has(new URL(context.req.url).hostname)) return context.text('Unknown host.', 421);
    await next();
    return undefined;
  });
}

/** All routes of the sandbox: the API under `/v1`, pages for people, and the controls under `/_sandbox`. */
export function createApp(sandbox: Sandbox): SandboxRoutes {
  const app = new Hono<SandboxEnvironment>();
  app.use(requireLocalName(sandbox.publicUrl));
  app.route('/v1', createApi(sandbox));
  app.route('/_sandbox', createControl(sandbox));
  app.route('/', createPages(sandbox));
  return app;
}
