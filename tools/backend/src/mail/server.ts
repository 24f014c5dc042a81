import { timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Handler } from '../server/http/listen';
import type { Inbox } from './inbox';
import { draftSchema, type Mail } from './mail';
import { inboxPage } from './page/inbox';

const PAGE = path.join(path.dirname(fileURLToPath(import.meta.url)), 'page');

/** Of every page for people: no script, no request. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Mails have inline styles, which the page's own policy forbids; a document in `srcdoc` would inherit that policy. So a
 * mail is a document with its own address and policy: styles, no scripts, no network, no origin.
 */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/** Of every answer. */
export const COMMON = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

function answer(body: string, type: string, policy = PAGE_POLICY): Response {
  return new Response(body, {
    headers: { ...COMMON, 'content-type': `${type}; charset=utf-8`, 'content-security-policy': policy },
  });
}

const notFound = () => new Response('Not found.\n', { status: 404, headers: COMMON });

/** The mail's HTML; its links open beside the inbox, not inside of it. */
function asDocument(mail: Mail): string {
  return `<!doctype html><meta charset="utf-8"><base target="_blank">${mail.html}`;
}

/** An attachment, to be saved and never shown. */
function asFile({ filename, content }: NonNullable<Mail['attachments']>[number]): Response {
  return new Response(Buffer.from(content, 'base64'), {
    headers: {
      ...COMMON,
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${filename}"`,
    },
  });
}

/** Compares keys in constant time. */
export function sameKey(given: string | null, key: string): boolean {
  const [left, right] = [Buffer.from(given ?? ''), Buffer.from(key)];
  return left.length === right.length && timingSafeEqual(left, right);
}

async function receive(request: Request, inbox: Inbox, key: string): Promise<Response> {
  if (!sameKey(request.headers.get('x-mail-key'), key)) {
    return Response.json({ error: 'x-mail-key is missing or wrong' }, { status: 401, headers: COMMON });
  }
  const parsed = draftSchema.safeParse(await request.json().catch(() => null));
  if (!parsed.success) {
    const message = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
    return Response.json({ error: message }, { status: 400, headers: COMMON });
  }
  return Response.json({ id: inbox.send(parsed.data).id }, { status: 202, headers: COMMON });
}

/**
 * The mail inbox: a page for people, `/api/messages` for programs, and `/api/send` for Edge Functions.
 *
 * @param mailKey what a sender has to show in `x-mail-key`.
 */
export function createMailServer(inbox: Inbox, mailKey: string): Handler {
  const files = new Map([
    ['/inbox.css', () => answer(readFileSync(path.join(PAGE, 'inbox.css'), 'utf8'), 'text/css')],
    ['/icon.svg', () => answer(readFileSync(path.join(PAGE, 'icon.svg'), 'utf8'), 'image/svg+xml')],
  ]);

  return async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const reading = request.method === 'GET' || request.method === 'HEAD';
    if (pathname === '/api/messages') {
      if (reading) return Response.json(inbox.list(searchParams.get('to') ?? undefined), { headers: COMMON });
      if (request.method !== 'DELETE') return new Response(null, { status: 405, headers: { allow: 'GET, DELETE' } });
      inbox.clear();
      return new Response(null, { status: 204, headers: COMMON });
    }
    if (pathname === '/api/send' && request.method === 'POST') return receive(request, inbox, mailKey);
    if (!reading) return notFound();
    if (pathname === '/') {
      const open = inbox.find(searchParams.get('mail') ?? '');
      const page = inboxPage(inbox.list(), open ? { mail: open, asText: searchParams.get('as') === 'text' } : null);
      return answer(String(await page), 'text/html');
    }
    const [, mailId = '', place = ''] = /^\/messages\/([\w-]+)\/files\/(\d)$/.exec(pathname) ?? [];
    const file = inbox.find(mailId)?.attachments?.[Number(place)];
    if (file) return asFile(file);
    const mail = inbox.find(/^\/messages\/([\w-]+)$/.exec(pathname)?.[1] ?? '');
    if (mail) return answer(asDocument(mail), 'text/html', MAIL_POLICY);
    return files.get(pathname)?.() ?? notFound();
  };
}
