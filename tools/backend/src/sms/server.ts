import { COMMON, PAGE_POLICY, sameKey } from '../mail/server';
import type { Handler } from '../server/http/listen';
import type { Outbox } from './outbox';
import { smsPage } from './page';
import { smsDraftSchema } from './sms';

/** seven.io's answers that the sandbox supports, by code. */
const ACCEPTED = '100';
const INVALID_RECIPIENT = '202';
const RELOAD_LOCK = '402';
const WRONG_KEY = '900';

const says = (success: string, messages: readonly object[] = []) =>
  Response.json({ success, messages }, { headers: COMMON });

async function take(request: Request, outbox: Outbox, key: string): Promise<Response> {
  if (!sameKey(request.headers.get('x-api-key'), key)) return says(WRONG_KEY);
  const parsed = smsDraftSchema.safeParse(await request.json().catch(() => null));
  if (!parsed.success || !/^\+[1-9]\d{6,14}$/.test(parsed.data.to)) return says(INVALID_RECIPIENT);
  const sms = outbox.send(parsed.data);
  if (!sms) return says(RELOAD_LOCK);
  return says(ACCEPTED, [{ id: sms.id, recipient: sms.to, text: sms.text, parts: sms.parts, success: true }]);
}

/**
 * The sandbox of the SMS provider, in front of the mail inbox on the same port: `/sms` for people, `GET /api/sms?to=`
 * for programs, and `POST /api/sms` as seven.io has it.
 *
 * @param key the sender's `x-api-key`
 * @param next answers all other requests
 */
export function createSmsServer(outbox: Outbox, key: string, next: Handler): Handler {
  return async (request, peer) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/sms' && request.method === 'GET') {
      const headers = { ...COMMON, 'content-type': 'text/html; charset=utf-8', 'content-security-policy': PAGE_POLICY };
      return new Response(String(await smsPage(outbox.list())), { headers });
    }
    if (pathname !== '/api/sms') return next(request, peer);
    if (request.method === 'POST') return take(request, outbox, key);
    if (request.method === 'GET') {
      return Response.json(outbox.list(searchParams.get('to') ?? undefined), { headers: COMMON });
    }
    if (request.method !== 'DELETE')
      return new Response(null, { status: 405, headers: { allow: 'GET, POST, DELETE' } });
    outbox.clear();
    return new Response(null, { status: 204, headers: COMMON });
  };
}
