import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openOutbox } from './outbox';
import { createSmsServer } from './server';
import { countParts } from './sms';

const KEY = 'sandbox_key';
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'nemus-sms-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const serve = () => {
  const outbox = openOutbox(folder);
  const server = createSmsServer(outbox, KEY, () => new Response('inbox'));
  const ask = async (address: string, init?: RequestInit) =>
    server(new Request(`http://localhost${address}`, init), '127.0.0.1');
  const send = async (body: object, key = KEY) => {
    const answer = await ask('/api/sms', {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const said: unknown = await answer.json();
    return said;
  };
  return { ask, send, outbox };
};
const sms = { to: '+4915112345678', text: 'Ihr Code ist <b>123456</b>.', from: 'Nemus', foreign_id: 'one' };

it.each([
  ['a'.repeat(160), { encoding: 'gsm', parts: 1 }],
  ['a'.repeat(161), { encoding: 'gsm', parts: 2 }],
  ['ä'.repeat(306), { encoding: 'gsm', parts: 2 }],
  ['€'.repeat(81), { encoding: 'gsm', parts: 2 }],
  [`„${'a'.repeat(69)}`, { encoding: 'ucs2', parts: 1 }],
  [`„${'a'.repeat(70)}`, { encoding: 'ucs2', parts: 2 }],
])('%p is paid as %p', (text, parts) => {
  expect(countParts(text)).toEqual(parts);
});

it('takes an SMS once, keeps it over a restart and shows it as text', async () => {
  const { send, ask } = serve();
  expect(await send(sms)).toMatchObject({ success: '100', messages: [{ parts: 1 }] });
  expect(await send(sms)).toMatchObject({ success: '402' });
  expect(openOutbox(folder).list('+4915112345678')).toHaveLength(1);
  const page = await ask('/sms');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const html = await page.text();
  expect(html).toContain('Ihr Code ist &lt;b&gt;123456&lt;/b&gt;.');
  expect(html).toContain('1 SMS, GSM-7');
});

it('takes nothing without the key, and to no number that is none', async () => {
  const { send, outbox } = serve();
  expect(await send(sms, 'wrong')).toEqual({ success: '900', messages: [] });
  expect(await send({ ...sms, to: '0900 1' })).toEqual({ success: '202', messages: [] });
  expect(outbox.list()).toEqual([]);
});

it('leaves all else to the inbox', async () => {
  const { ask } = serve();
  expect(await (await ask('/')).text()).toBe('inbox');
  expect((await ask('/api/sms', { method: 'PUT' })).status).toBe(405);
});
