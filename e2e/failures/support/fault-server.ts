import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import { z } from 'zod';

/** Faults of a server's answer. `refused` affects the whole server: it no longer listens. */
export const SERVER_FAULTS = ['404', '500', 'refused', 'slow', 'hung', 'cut', 'html', 'mime', 'tampered'] as const;
export type ServerFault = (typeof SERVER_FAULTS)[number];

/** Duration of a slow answer, in milliseconds: longer than any delay before a skeleton. */
const SLOW = 2_500;
/** Ends up in every file that was tampered with. */
const TAMPERING = '\n;globalThis.tamperedCodeRan = true;\n';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

const entrySchema = z.object({
  name: z.string(),
  remote: z.string(),
  version: z.string().nullable(),
  team: z.string().nullable(),
  data: z.record(z.string(), z.unknown()).optional(),
});
export type ReceivedEntry = z.infer<typeof entrySchema>;
const batchSchema = z.object({ entries: z.array(entrySchema) });

interface Rule {
  readonly address: RegExp;
  readonly fault: Exclude<ServerFault, 'refused'>;
}

/** A release store on its own origin that fails on demand; it also receives telemetry. */
export class FaultServer {
  readonly #folder: string;
  #server: Server;
  #port = 0;
  #rules: Rule[] = [];
  /** Requested addresses, oldest first. */
  readonly requests: string[] = [];
  /** The telemetry sent. */
  readonly received: ReceivedEntry[] = [];

  private constructor(folder: string) {
    this.#folder = folder;
    this.#server = this.#create();
  }

  static async start(folder: string): Promise<FaultServer> {
    const server = new FaultServer(folder);
    await server.#listen();
    return server;
  }

  get origin(): string {
    return `http://localhost:${this.#port}`;
  }

  /** From now on, answers for these addresses go wrong. */
  async break(address: RegExp, fault: ServerFault) {
    if (fault === 'refused') await this.close();
    else this.#rules.push({ address, fault });
  }

  /** Everything works again. */
  async heal() {
    this.#rules = [];
    if (!this.#server.listening) {
      this.#server = this.#create();
      await this.#listen();
    }
  }

  async close() {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  #create(): Server {
    return createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => response.destroy(new Error(String(error))));
    });
  }

  async #listen() {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    this.#port = address.port;
  }

  async #answer(request: IncomingMessage, response: ServerResponse) {
    response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*');
    response.setHeader('Access-Control-Allow-Credentials', 'true');
    response.setHeader('Access-Control-Allow-Headers', 'content-type');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    const { pathname } = new URL(request.url ?? '/', 'http://store');
    if (pathname === '/telemetry') {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(Buffer.from(chunk));
      if (request.method === 'POST') {
        this.received.push(...batchSchema.parse(JSON.parse(Buffer.concat(chunks).toString())).entries);
      }
      response.writeHead(204).end();
      return;
    }
    this.requests.push(pathname);
    const rule = this.#rules.find(({ address }) => address.test(pathname));
    const body = await readFile(path.join(this.#folder, path.normalize(pathname))).catch(() => null);
    const type = CONTENT_TYPES[path.extname(pathname)] ?? 'text/plain';
    // Nothing is cached: a fault of this moment must not be hidden by an answer of an earlier one.
    response.setHeader('Cache-Control', 'no-store');
    if (!body) return void response.writeHead(404).end('Not found');
    // Like a store; broken answers have no version tag.
    if (!rule || rule.fault === 'slow') {
      response.setHeader('ETag', `"${createHash('sha256').update(body).digest('base64url')}"`);
      response.setHeader('Access-Control-Expose-Headers', 'ETag');
    }
    switch (rule?.fault) {
      case undefined:
        return void response.writeHead(200, { 'Content-Type': type }).end(body);
      case '404':
      case '500':
        return void response.writeHead(Number(rule?.fault)).end('Failed on purpose');
      case 'slow':
        setTimeout(() => response.writeHead(200, { 'Content-Type': type }).end(body), SLOW);
        return;
      case 'hung':
        return;
      case 'cut':
        response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.byteLength });
        response.write(body.subarray(0, Math.floor(body.byteLength / 2)), () => response.destroy());
        return;
      case 'html':
        return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><h1>Anmeldung</h1>');
      case 'mime':
        return void response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(body);
      case 'tampered':
        return void response
          .writeHead(200, { 'Content-Type': type })
          .end(Buffer.concat([body, Buffer.from(pathname.endsWith('.json') ? ' ' : TAMPERING)]));
    }
  }
}
