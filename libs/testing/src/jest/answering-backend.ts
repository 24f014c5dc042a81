import { emptyDatabase, json, type FakeBackend } from './fake-backend';

/**
 * What a path below the API answers: rows of a table, or the answer of a call or function. A promise is waited for, so
 * that a test can look at a page that waits.
 */
export type Answers = Readonly<Record<string, (request: Request) => unknown>>;

/** By what name {@link Answers} know a request: `nemus_courses`, `rpc/nemus_booking_terms`, `functions/verify-payment`. */
export function nameOf(request: Request): string {
  return new URL(request.url).pathname.replace(/^\/rest\/v1\//, '').replace(/^\/functions\/v1\//, 'functions/');
}

/**
 * A backend for tests: `table name`, `rpc/name` and `functions/name` answer as given, everything else is empty.
 * An answer that is a `Response` already is sent as it is.
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
