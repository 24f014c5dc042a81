/** A line of JSON for each event, so that a log can be searched by its fields. */
function line(level: 'info' | 'error', facts: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ time: new Date().toISOString(), level, ...facts });
}

/** Notes what happened. */
export function logFacts(facts: Readonly<Record<string, unknown>>): void {
  console.info(line('info', facts));
}

/** Notes an error with its causes; for `.catch` as well. */
export function logError(error: unknown, request?: Request): void {
  const causes: string[] = [];
  for (let each = error; each instanceof Error; each = each.cause) causes.push(each.stack ?? each.message);
  if (causes.length === 0) causes.push(String(error));
  const asked = request instanceof Request ? { request_id: requestIdOf(request), path: pathOf(request) } : {};
  console.error(line('error', { ...asked, message: causes.join('\nCaused by ') }));
}

const ids = new WeakMap<Request, string>();

/** The id of a request: the server's in front (`X-Request-Id`), or a new one. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id') ?? '';
  const id = /^[0-9a-f-]{16,36}$/.test(given) ? given : (ids.get(request) ?? crypto.randomUUID());
  ids.set(request, id);
  return id;
}

/** The function's name and what follows; a query may hold a link's token. */
const pathOf = (request: Request): string => new URL(request.url).pathname;
