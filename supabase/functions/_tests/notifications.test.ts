/** What mails of news say, that each leaves once, and how they are unsubscribed from. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { mailPage } from '../_shared/mail-frame.ts';
import { NEWS } from '../_shared/texts/notifications.ts';
import sendNotifications from '../send-notifications/index.ts';
import type { NotificationMail } from '../send-notifications/notification-mail.ts';
import unsubscribe from '../unsubscribe/index.ts';
import { interceptRequests, json, SETTINGS, setEnvironment } from './requests.ts';

const TOKEN = 'ab'.repeat(32);
const NEWS_MAIL: NotificationMail = {
  sending_id: '00000000-0000-4000-8000-000000000001',
  kind: 'certificate_issued',
  facts: { title: 'Trauma <b>& Folgen</b> https://evil.example' },
  path: '/competencies',
  email: 'eva@nemus.example',
  first_name: 'Eva <i>',
  last_name: 'Test',
  token: TOKEN,
};
const field = (body: unknown, name: string): unknown => Reflect.get(Object(body), name);

let news: readonly NotificationMail[] = [];
let refuses = false;
let known = true;
let network: ReturnType<typeof interceptRequests>;
let log: jest.SpyInstance<void, unknown[]>;

beforeEach(() => {
  [news, refuses, known] = [[NEWS_MAIL], false, true];
  log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  setEnvironment(SETTINGS);
  network = interceptRequests(({ url }) => {
    if (url.href === SETTINGS.MAIL_URL) return new Response(null, { status: refuses ? 400 : 202 });
    if (url.pathname.endsWith('nemus_claim_notification_mails')) return json(news);
    if (url.pathname.endsWith('nemus_note_notification_mail')) return new Response(null, { status: 204 });
    if (url.pathname.endsWith('nemus_unsubscribe')) {
      const code = 'unsubscribe_link_invalid';
      return known
        ? json({ kind: 'a', all: false })
        : json({ code: 'PT404', message: code, hint: code, details: null }, 404);
    }
    return undefined;
  });
});
afterEach(() => {
  network.restore();
  log.mockRestore();
  setEnvironment({});
});

const send = async () => {
  const request = new Request('http://functions.test/send-notifications', { method: 'POST', body: '{}' });
  return (await sendNotifications.fetch(request)).json();
};
const asked = (name: string) => network.asked.filter(({ url }) => url.pathname.endsWith(name)).map(({ body }) => body);
const mail = () => network.asked.find(({ url }) => url.href === SETTINGS.MAIL_URL)?.body;
const call = (method: string, body?: BodyInit, link = TOKEN) =>
  unsubscribe.fetch(
    new Request(`http://functions.test/functions/v1/unsubscribe?link=${link}`, { method, ...(body && { body }) }),
  );
const oneClick = () => new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });

it('says what the portal says, as plain text and as harmless HTML, and leads there', async () => {
  expect(await send()).toEqual({ sent: 1 });
  expect(field(mail(), 'to')).toBe('eva@nemus.example');
  expect(field(mail(), 'subject')).toBe('Zertifikat ausgestellt: Trauma <b>& Folgen</b>');
  const [text, html] = [String(field(mail(), 'text')), String(field(mail(), 'html'))];
  expect(text).toContain('Im Portal öffnen:\nhttps://portal.example/competencies');
  expect(html).toContain('Trauma &lt;b&gt;&amp; Folgen&lt;/b&gt;');
  for (const body of [text, html]) expect(body).not.toContain('evil.example');
  expect(html).not.toMatch(/<b>|<i>/);
  expect(asked('nemus_note_notification_mail')).toEqual([{ p_sending: NEWS_MAIL.sending_id, p_sent: true }]);
});

it('can be unsubscribed from: by a page, and by mail programs', async () => {
  await send();
  const page = `https://portal.example/abbestellen?link=${TOKEN}`;
  expect(field(mail(), 'text')).toContain(`E-Mails „Zertifikat ausgestellt“ abbestellen:\n${page}`);
  expect(field(mail(), 'html')).toContain(`href="${page}"`);
  expect(field(mail(), 'headers')).toEqual({
    'List-Unsubscribe': `<${SETTINGS.SUPABASE_URL}/functions/v1/unsubscribe?link=${TOKEN}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
});

it('says why it came where it always goes, and offers nothing then', async () => {
  news = [{ ...NEWS_MAIL, kind: 'new_device', facts: {}, path: '/account/sessions', token: null }];
  await send();
  expect(field(mail(), 'text')).toContain('schicken wir immer');
  expect(field(mail(), 'text')).not.toContain('abbestellen');
  expect(field(mail(), 'headers')).toBeUndefined();
});

it('is tried again when its mail does not leave', async () => {
  refuses = true;
  expect(await send()).toEqual({ sent: 0 });
  expect(asked('nemus_note_notification_mail')).toEqual([{ p_sending: NEWS_MAIL.sending_id, p_sent: false }]);
});

it('refuses an address instead of a path', async () => {
  news = [{ ...NEWS_MAIL, path: '//evil.example' }];
  await send();
  expect(mail()).toBeUndefined();
});

it.each(['GET', 'HEAD', 'PUT'])('a %s changes nothing, and leads to the page that asks', async (method) => {
  const answer = await call(method);
  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).toBe(`https://portal.example/abbestellen?link=${TOKEN}`);
  expect(network.asked).toEqual([]);
});

it('a POST of a mail program unsubscribes from the one kind', async () => {
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  for (const body of [oneClick(), form]) expect((await call('POST', body)).status).toBe(200);
  expect(asked('nemus_unsubscribe')).toEqual([
    { p_token: TOKEN, p_all: false },
    { p_token: TOKEN, p_all: false },
  ]);
});

it('a POST that is none of a mail program, or knows no link, changes nothing', async () => {
  expect((await call('POST', new URLSearchParams({ other: '1' }))).status).toBe(400);
  expect((await call('POST', 'x')).status).toBe(400);
  expect((await call('POST', oneClick(), 'abc')).status).toBe(404);
  expect(asked('nemus_unsubscribe')).toEqual([]);
  known = false;
  expect((await call('POST', oneClick())).status).toBe(404);
});

it('has a line for every kind, also where its facts are odd, and never shows an odd fact', () => {
  for (const { read, label } of Object.values(NEWS)) {
    for (const odd of [undefined, null, 7, { title: {}, trainee: ['<b>'], course: 'x'.repeat(999) }]) {
      const { title, sentence } = read(odd);
      expect(title).not.toBe('');
      expect(`${title} ${sentence}`).not.toMatch(/undefined|null|object|NaN|<b>/i);
    }
    expect(label).not.toBe('');
  }
});

it.each(['confirmation', 'recovery', 'email_change', 'invite'])('%s of the auth server has the same frame', (name) => {
  const template = readFileSync(path.join(__dirname, '../../templates', `${name}.html`), 'utf8');
  const styles = (html: string) =>
    [...html.matchAll(/style="([^"]*)"/g)].map(([, style = '']) =>
      style
        .split(';')
        .map((part) => part.trim())
        .filter(Boolean)
        .join('; '),
    );
  const own = new Set(styles(template));
  for (const style of styles(mailPage('', ''))) expect(own).toContain(style);
});
