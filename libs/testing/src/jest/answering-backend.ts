import { emptyDatabase, json, type FakeBackend } from './fake-backend';

/** What a path below the API answers: rows of a table, or the answer of a call or function. */
export type Answers = Readonly<Record<string, (request: Request) => unknown>>;

/**
 * A backend for tests: `table name`, `rpc/name` and `functions/name` answer as given, everything else is empty.
 * An answer that is a `Response` already is sent as it is.
 */
export function backendOf(answers: Answers): FakeBackend {
  return (request) => {
    const { pathname } = new URL(request.url);
    const name = pathname.replace(/^\/rest\/v1\//, '').replace(/^\/functions\/v1\//, 'functions/');
    const answer = answers[name];
    if (!answer) return emptyDatabase(request);
    const body = answer(request);
    if (body instanceof Response) return body;
    const count = Array.isArray(body) ? body.length : 1;
    return json(200, body, { 'content-range': `0-${count - 1}/${count}` });
  };
}
