import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestPath } from './request-path';

const SCRIPT_PATH = '/live-reload.js';
const EVENTS_PATH = '/live-reload';

/** Runs in the page: a file of its own, so that the Content-Security-Policy of production holds while developing. */
const SCRIPT = `new EventSource(${JSON.stringify(EVENTS_PATH)}).addEventListener('reload', () => location.reload());\n`;
/** Scripts without integrity are refused. */
const INTEGRITY = `sha384-${createHash('sha384').update(SCRIPT).digest('base64')}`;

/** Tells open pages to load again. For development alone: a page asks for it only when its server adds the script. */
export class LiveReload {
  readonly #pages = new Set<ServerResponse>();

  /** Adds the script to a page. */
  addTo(html: string): string {
    return html.replace(
      '</head>',
      () => `<script defer src="${SCRIPT_PATH}" integrity="${INTEGRITY}" crossorigin="anonymous"></script></head>`,
    );
  }

  /** Answers the requests of the script; false when a request is none of them. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const pathname = requestPath(request);
    if (pathname === SCRIPT_PATH) {
      response.writeHead(200, { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-store' });
      response.end(SCRIPT);
      return true;
    }
    if (pathname !== EVENTS_PATH) return false;
    response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
    response.write(': listening\n\n');
    this.#pages.add(response);
    request.on('close', () => this.#pages.delete(response));
    return true;
  }

  /** Loads every open page again. */
  reload() {
    for (const page of this.#pages) page.write('event: reload\ndata: {}\n\n');
  }
}
