import { z } from 'zod';

const PREFIX = '/storage/v1/object';

const listedSchema = z.array(z.looseObject({ name: z.string() }));
const signedSchema = z.looseObject({ signedUrl: z.string().optional() });
const listRequestSchema = z.object({ prefix: z.string().default('') });

/** A folder among the results of a list, as hosted Storage shows it. */
const folderEntry = (name: string) => ({
  name,
  id: null,
  updated_at: null,
  created_at: null,
  last_accessed_at: null,
  metadata: null,
});

/** lite lists every object below the prefix with its full name; hosted Storage lists one level, folders included. */
function oneLevel(objects: z.infer<typeof listedSchema>, requestBody: string): readonly unknown[] {
  let prefix = '';
  try {
    prefix = listRequestSchema.parse(JSON.parse(requestBody)).prefix.replace(/^\/+|\/+$/g, '');
  } catch {
    // lite accepted the request, so there is none.
  }
  const base = prefix ? `${prefix}/` : '';
  const seen = new Set<string>();
  return objects.flatMap((object) => {
    if (!object.name.startsWith(base)) return [];
    const [head = '', ...below] = object.name.slice(base.length).split('/');
    if (seen.has(head)) return [];
    seen.add(head);
    return [below.length > 0 ? folderEntry(head) : { ...object, name: head }];
  });
}

/** lite answers `signedUrl` with the whole path; storage-js reads `signedURL` or `url` below `/storage/v1`. */
function hostedSignature(body: z.infer<typeof signedSchema>): unknown {
  const below = body.signedUrl?.replace(/^\/storage\/v1/, '') ?? '';
  return { ...body, signedURL: below || null, url: below || null };
}

function withHeaders(answer: Response, url: URL): Response {
  const changed = new Response(answer.body, {
    status: answer.headers.has('content-range')
      ? answer.headers.get('content-range')?.startsWith('bytes *')
        ? 416
        : 206
      : answer.status,
    headers: answer.headers,
  });
  const download = url.searchParams.get('download');
  if (download !== null && answer.ok) {
    const name = download || decodeURIComponent(url.pathname.split('/').at(-1) ?? '');
    changed.headers.set('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(name)}`);
  }
  return changed;
}

/**
 * Brings lite's answers about objects into the shapes of hosted Storage.
 *
 * @param requestBody text of the request; only lists are asked for theirs.
 */
export async function correctStorageAnswer(
  request: Request,
  url: URL,
  requestBody: string | null,
  answer: Response,
): Promise<Response> {
  if (!answer.ok || !url.pathname.startsWith(`${PREFIX}/`)) return answer;
  if (request.method === 'GET') return withHeaders(answer, url);
  if (request.method !== 'POST') return answer;
  if (url.pathname.startsWith(`${PREFIX}/list/`)) {
    return Response.json(oneLevel(listedSchema.parse(await answer.json()), requestBody ?? ''));
  }
  if (/^\/(upload\/)?sign\//.test(url.pathname.slice(PREFIX.length))) {
    return Response.json(hostedSignature(signedSchema.parse(await answer.json())));
  }
  return answer;
}
