import type { Target } from './target';

const ORIGIN = 'https://portal.example';

/** What a page of another origin may do. */
export function browserContract(target: () => Target): void {
  describe('browsers', () => {
    test.each([
      [
        '/auth/v1/token?grant_type=password',
        'POST',
        'apikey,authorization,content-type,x-client-info,x-supabase-api-version',
      ],
      ['/auth/v1/user', 'PUT', 'apikey,authorization,content-type'],
      ['/rest/v1/nemus_courses?select=*', 'GET', 'accept-profile,apikey,authorization,x-client-info'],
      ['/rest/v1/nemus_quiz_scores', 'POST', 'apikey,authorization,content-profile,content-type,prefer'],
      ['/storage/v1/object/list/certificates', 'POST', 'apikey,authorization,content-type'],
    ])('a preflight for %s allows what clients send', async (path, method, headers) => {
      const answer = await fetch(target().apiUrl + path, {
        method: 'OPTIONS',
        headers: { origin: ORIGIN, 'access-control-request-method': method, 'access-control-request-headers': headers },
      });
      expect(answer.ok).toBe(true);
      expect([ORIGIN, '*']).toContain(answer.headers.get('access-control-allow-origin'));
      expect(answer.headers.get('access-control-allow-methods')).toContain(method);
      const allowed = (answer.headers.get('access-control-allow-headers') ?? '').toLowerCase();
      for (const header of headers.split(',')) expect(allowed).toContain(header);
    });

    test.each([
      ['/auth/v1/settings', 'GET', 200],
      ['/auth/v1/token?grant_type=password', 'POST', 400],
      ['/rest/v1/nemus_courses?select=id', 'GET', 401],
      ['/rest/v1/nemus_nothing', 'GET', 404],
    ])('the answer of %s can be read', async (path, method, status) => {
      const { apiUrl, publishableKey } = target();
      const answer = await fetch(apiUrl + path, {
        method,
        headers: { origin: ORIGIN, apikey: publishableKey, 'content-type': 'application/json' },
        ...(method === 'POST' ? { body: JSON.stringify({ email: 'unknown@nemus.example', password: 'falsch' }) } : {}),
      });
      expect(answer.status).toBe(status);
      expect([ORIGIN, '*']).toContain(answer.headers.get('access-control-allow-origin'));
    });
  });
}
