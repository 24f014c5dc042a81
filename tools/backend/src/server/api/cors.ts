/** Every origin is allowed, as on a hosted project: access is decided by key and token, not by origin. */
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

/** Makes an answer readable for pages of other origins. */
export function openToOrigins(answer: Response): Response {
  answer.headers.set('access-control-allow-origin', '*');
  answer.headers.set('access-control-expose-headers', EXPOSE);
  return answer;
}
