import { extname } from 'node:path';
import { Refusal } from '@nemus/release';
import { isPlainPath, type DeployedShell } from '@nemus/release/deployed';
import type { Addresses } from '../addresses';
import { HANDED_ON, HANDED_ON_POLICY } from '../servers/handed-on';
import { handOn, isAskable, isLedAstray, placeBehind } from '../servers/hand-on';
import { listen, type RunningServer } from '../servers/listen';
import { requestPath } from '../servers/request-path';
import { fence, localHeaders } from './local-headers';

/** What is served instead of the portal. */
export interface DeployedServerOptions {
  readonly shell: DeployedShell;
  /** 0 takes a free one. */
  readonly port: number;
  /** Answers `/config.json`. */
  readonly config: () => Promise<object>;
  readonly local: Addresses;
  readonly environment: string;
}

/**
 * Serves the shell of a deployed portal on this machine: its page as it was taken, under its own headers and a fence
 * around them; every further file as the portal answers it when it is asked for, for which the page's scripts know the
 * hash. The backend is reached under this origin, whether or not the deployed portal has it there.
 */
export function startDeployedServer(options: DeployedServerOptions): Promise<RunningServer> {
  const { shell, local } = options;
  const page = localHeaders(shell.page.headers, {
    origin: shell.origin,
    config: shell.config,
    local,
    environment: options.environment,
  });
  const policy = [page['content-security-policy'], fence(local)].filter((each) => each !== undefined);
  return listen(options.port, async (request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    const pathname = requestPath(request);
    const place = placeBehind(pathname, HANDED_ON);
    if (place && isAskable(request) && !isLedAstray(request)) {
      const own = { 'Content-Security-Policy': HANDED_ON_POLICY, 'X-Content-Type-Options': 'nosniff' };
      await handOn(request, response, { api: local.api, place, own });
    } else if (request.method !== 'GET' && request.method !== 'HEAD') response.writeHead(405).end();
    else if (pathname === '/config.json') {
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(await options.config()));
    } else if (place) response.writeHead(404).end('Not found\n');
    else if (extname(pathname) === '' || pathname === '/index.html') {
      response.writeHead(200, {
        ...page,
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': policy,
      });
      response.end(shell.page.bytes);
    } else {
      const file = isPlainPath(pathname) ? await fileOf(shell, pathname) : null;
      const type = file?.headers.get('content-type') ?? 'application/octet-stream';
      if (file)
        response.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': fence(local) }).end(file.bytes);
      else response.writeHead(404).end('Not found\n');
    }
  });
}

/** What the portal refuses to return counts as missing; the reason is for the smoke test's output. */
async function fileOf(shell: DeployedShell, pathname: string) {
  try {
    return await shell.read(pathname);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    process.stderr.write(`  ${error.summary}\n`);
    return null;
  }
}
