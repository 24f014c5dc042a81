import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import Negotiator from 'negotiator';
import { RELEASE_FILE } from '@nemus/registry';
import { compressedForm } from './compressed';
import { Refusal } from './refusal';
import { openPacked } from './release-files';
import { contentTypeOf } from './store/delivery';

/** Where a packed app is served. */
export interface ServedApp {
  /** Address of its folder, with a trailing slash. */
  readonly url: string;
  readonly remote: string;
  close(): Promise<void>;
}

/**
 * Serves a packed app to this machine's browsers, for an override. A newly packed app is served immediately, and only
 * the files that the release document lists. A server of our own, since servers of static files read a folder and not a
 * list.
 *
 * @param port 0 takes a free one.
 */
export async function serveApp(appFolder: string, port: number): Promise<ServedApp> {
  const { release } = await openPacked(appFolder);
  const server = createServer((request, response) => {
    answer(appFolder, request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  await listen(server, port);
  const address = server.address();
  const at = address !== null && typeof address === 'object' ? address.port : port;
  return {
    url: `http://localhost:${at}/`,
    remote: release.declaration.name,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(appFolder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const file = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname.slice(1));
  // Read again, since the team packs repeatedly.
  const packed = await openPacked(appFolder);
  const isListed = Object.hasOwn(packed.release.files, file);
  const content = file === RELEASE_FILE ? packed.text : isListed ? await packed.read(file) : null;
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  response.setHeader('Cache-Control', 'no-store');
  if (content === null) {
    response.writeHead(404, { 'Content-Type': 'text/plain' }).end('Not found\n');
    return;
  }
  response.setHeader('Content-Type', contentTypeOf(file));
  response.setHeader('Vary', 'Accept-Encoding');
  const form = isListed && new Negotiator(request).encodings(['br']).length > 0 && compressedForm(packed, file);
  const compressed = form ? await packed.read(form) : null;
  if (compressed) response.setHeader('Content-Encoding', 'br');
  response.end(compressed ?? content);
}

async function listen(server: Server, port: number): Promise<void> {
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? cause.code : String(cause);
    throw new Refusal('malformed', `Port ${port} cannot be used: ${reason}.`, 'Name another --port.', { cause });
  }
}
