/** Answers of one address; `body` becomes JSON. `null` means no answer at all. */
export type FakeAnswer = { readonly status: number; readonly body: unknown } | null;

export interface FakeRequest {
  readonly method: string;
  /** Path and query behind the backend's address. */
  readonly path: string;
  readonly body: unknown;
  readonly headers: Headers;
}

/** Fake backend for tests: answers by method and path, and records the requests. */
export class FakeService {
  readonly url = 'http://backend.test';
  readonly requests: FakeRequest[] = [];
  readonly #answers = new Map<string, (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>>();

  /** @param route method and path without query, such as `POST /auth/v1/signup` */
  on(route: string, answer: FakeAnswer | ((request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>)): this {
    this.#answers.set(route, typeof answer === 'function' ? answer : () => answer);
    return this;
  }

  /** Requests of one route, oldest first. */
  asked(route: string): FakeRequest[] {
    return this.requests.filter(({ method, path }) => `${method} ${path.split('?')[0]}` === route);
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : String(input));
    const request: FakeRequest = {
      method: init?.method ?? 'GET',
      path: address.pathname + address.search,
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : null,
      headers: new Headers(init?.headers),
    };
    this.requests.push(request);
    const answer = this.#answers.get(`${request.method} ${address.pathname}`);
    if (!answer) throw new Error(`The test gave no answer for ${request.method} ${address.pathname}.`);
    const given = await answer(request);
    if (!given) throw new TypeError('Failed to fetch');
    return new Response(given.status === 204 ? null : JSON.stringify(given.body), {
      status: given.status,
      headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    });
  };
}

/** A session as returned by `POST /auth/v1/token`. */
export function sessionBody(
  user: Partial<{ id: string; email: string; user_metadata: object }> = {},
  expiresIn = 3600,
) {
  const account = {
    id: 'u-1',
    email: 'mira@nemus.example',
    user_metadata: {},
    app_metadata: {},
    aud: 'authenticated',
    ...user,
  };
  return {
    access_token: `token-of-${account.id}`,
    refresh_token: `refresh-of-${account.id}`,
    token_type: 'bearer',
    expires_in: expiresIn,
    expires_at: Math.floor(Date.now() / 1000) + expiresIn,
    user: account,
  };
}

export const PROFILE_ROW = {
  user_id: 'u-1',
  user_type: 'piw',
  first_name: 'Mira',
  last_name: 'Sander',
  institution_name: null,
  email: 'mira@nemus.example',
  nemus_staff: [],
};

/** PostgREST's answer when a requested single row is missing. */
export const NO_ROWS = {
  status: 406,
  body: {
    code: 'PGRST116',
    message: 'JSON object requested, multiple (or no) rows returned',
    details: null,
    hint: null,
  },
};
