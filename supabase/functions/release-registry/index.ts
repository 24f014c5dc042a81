import { z } from 'zod';
import { openDatabase } from '../_shared/database.ts';
import { answerFailure, type FunctionEntry } from '../_shared/endpoint.ts';
import { readEnvironment } from '../_shared/environment.ts';
import { Failure } from '../_shared/failure.ts';

/** The document's own schema is the shell's business; here only what the answer needs. */
const documentSchema = z
  .looseObject({ environment: z.string(), revision: z.number(), issuedAt: z.string() })
  .nullable();

const stopListSchema = z.looseObject({ serial: z.number(), issuedAt: z.string() }).nullable();

const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': '*',
  // A start requests the version instead of the document.
  'access-control-expose-headers': 'ETag',
  'access-control-max-age': '86400',
  'timing-allow-origin': '*',
};

/** `…/release-registry/<environment>.json`, and `….stops.json` for what operators have stopped. */
const PATH = /\/release-registry\/([a-z0-9-]+)(\.stops)?\.json$/;

function answer(status: number, body: string | null, headers: Record<string, string> = {}): Response {
  return new Response(body, { status, headers: { ...HEADERS, ...headers } });
}

/** A document with the name of its version. After a reset, versions start again; the time tells them apart. */
async function readDocument(pathname: string): Promise<{ document: object; etag: string } | null> {
  const [, environment, isStopList] = PATH.exec(pathname) ?? [];
  if (environment === undefined) return null;
  const database = openDatabase(readEnvironment());
  const parameters = { p_environment: environment };
  if (isStopList) {
    const list = await database.call('nemus_release_stop_list', parameters, stopListSchema);
    return list && { document: list, etag: `"${environment}-stops-${list.serial}-${Date.parse(list.issuedAt)}"` };
  }
  const registry = await database.call('nemus_release_registry', parameters, documentSchema);
  return (
    registry && { document: registry, etag: `"${environment}-${registry.revision}-${Date.parse(registry.issuedAt)}"` }
  );
}

/**
 * The registry document and the stop list of an environment for browsers, when releases are kept in this project.
 * Public, like the areas that they name; requested again by every page, and answered with 304 while nothing changes.
 */
const registry: FunctionEntry = {
  async fetch(request) {
    try {
      if (request.method === 'OPTIONS') return answer(204, null);
      if (request.method !== 'GET' && request.method !== 'HEAD') throw new Failure('method_not_allowed');
      const found = await readDocument(new URL(request.url).pathname);
      if (!found) return answer(404, 'Not found\n', { 'cache-control': 'no-store' });
      const { document, etag } = found;
      const headers = { etag, 'cache-control': 'public, no-cache' };
      // A compressing proxy marks the tag as weak.
      if (request.headers.get('if-none-match')?.replace(/^W\//, '') === etag) return answer(304, null, headers);
      const body = request.method === 'HEAD' ? null : JSON.stringify(document);
      return answer(200, body, { ...headers, 'content-type': 'application/json; charset=utf-8' });
    } catch (error) {
      return answerFailure(error, request, HEADERS);
    }
  },
};

export default registry;
