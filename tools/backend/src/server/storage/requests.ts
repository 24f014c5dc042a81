import { z } from 'zod';

const OBJECT = '/storage/v1/object/';

/**
 * A file that a browser sends as a form, sent as itself. storage-js names the field "", lite knows only "file", and
 * for replaced and signed uploads not even that: it would keep the form's wrapping as the file.
 */
export async function unwrapUpload(request: Request, url: URL): Promise<Request> {
  const isForm = request.headers.get('content-type')?.startsWith('multipart/form-data') ?? false;
  if (!isForm || !['POST', 'PUT'].includes(request.method) || !url.pathname.startsWith(OBJECT)) return request;
  const form = await request.formData();
  const file = [...form.values()].find((value) => typeof value !== 'string');
  if (!file) return new Request(url, { method: request.method, headers: request.headers, body: new FormData() });
  const headers = new Headers(request.headers);
  const seconds = form.get('cacheControl');
  headers.set('content-type', file.type || 'application/octet-stream');
  headers.set('content-length', String(file.size));
  if (typeof seconds === 'string' && /^\d+$/.test(seconds)) headers.set('cache-control', `max-age=${seconds}`);
  return new Request(url, { method: request.method, headers, body: await file.arrayBuffer() });
}

const manySchema = z.object({ expiresIn: z.number().int().positive(), paths: z.array(z.string()).max(1000) });

/**
 * Signed addresses for several objects. lite has a route for it, but its route for one object comes first and takes
 * the request, so here every object is asked for alone.
 *
 * @param requestBody text of the request.
 * @param answer asks lite.
 * @returns null when the request is not for several objects.
 */
export async function signMany(
  request: Request,
  url: URL,
  requestBody: string | null,
  answer: (request: Request) => Promise<Response>,
): Promise<Response | null> {
  const bucket = /^\/storage\/v1\/object\/sign\/([^/]+)$/.exec(url.pathname)?.[1];
  if (!bucket || request.method !== 'POST' || requestBody === null) return null;
  const parsed = manySchema.safeParse(JSON.parse(requestBody || 'null'));
  if (!parsed.success)
    return Response.json(
      { statusCode: '400', error: 'InvalidRequest', message: 'paths and expiresIn are needed' },
      { status: 400 },
    );
  const { expiresIn, paths } = parsed.data;
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  const results: unknown[] = [];
  for (const path of paths) {
    const address = new URL(`${OBJECT}sign/${bucket}/${path.split('/').map(encodeURIComponent).join('/')}`, url);
    const single = await answer(new Request(address, { method: 'POST', headers, body: JSON.stringify({ expiresIn }) }));
    const { signedUrl } = z.looseObject({ signedUrl: z.string().optional() }).parse(await single.json());
    const error = signedUrl ? null : 'Either the object does not exist or you do not have access to it';
    results.push({ path, signedURL: signedUrl?.replace(/^\/storage\/v1/, '') ?? null, error });
  }
  return Response.json(results);
}
