/** Every origin may ask, as on a hosted project: access is decided by key and token, not by origin. */
const ALLOW_ORIGIN = { 'access-control-allow-origin': '*' };
const EXPOSE = 'content-range, content-location, preference-applied, x-sb-error-code, x-supabase-api-version';

/** Answers a preflight; lite's own for `/auth/v1` names neither headers nor origins. */
export function answerPreflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...ALLOW_ORIGIN,
      'access-control-allow-methods': 'GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS',
      'access-control-allow-headers': request.headers.get('access-control-request-headers') ?? '*',
      'access-control-max-age': '86400',
      vary: 'access-control-request-headers',
    },
  });
}

/** The same answer, readable for pages of other origins. */
export function openToOrigins(answer: Response): Response {
  // Answers of fetch have immutable headers; a copy has not.
  const open = new Response(answer.body, answer);
  open.headers.set('access-control-allow-origin', '*');
  open.headers.set('access-control-expose-headers', EXPOSE);
  return open;
}
