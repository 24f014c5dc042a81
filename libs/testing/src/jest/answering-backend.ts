import { emptyDatabase, json, type FakeBackend } from './fake-backend';

/**
 * The answer of an API path: rows of a table, or the result of a call or function. A promise is awaited, so that a test
 * can inspect a waiting page.
 */
export type Answers = Readonly<Record<string, (request: Request) => unknown>>;

/** Name of a request in {@link Answers}: `nemus_courses`, `rpc/nemus_booking_terms`, `functions/verify-payment`. */
export function nameOf(request: Request): string {
  return new URL(request.url).pathname.replace(/^\/rest\/v1\//, '').replace(/^\/functions\/v1\//, 'functions/');
}

/**
 * A backend for tests: `table name`, `rpc/name` and `functions/name` answer as given, everything else is empty. A
 * `Response` is sent unchanged.
 */
export function backendOf(answers: Answers): FakeBackend {
  return async (request) => {
    const answer = answers[nameOf(request)];
    if (!answer) return emptyDatabase(request);
    const body = await answer(request);
    if (body instanceof Response) return body;
    const count = Array.isArray(body) ? body.length : 1;
    return json(200, body, { 'content-range': `0-${count - 1}/${count}` });
  };
}
