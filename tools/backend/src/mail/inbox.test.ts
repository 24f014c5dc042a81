import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openInbox } from './inbox';
import { createMailServer } from './server';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'nemus-inbox-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const draft = (subject: string, to = 'a@nemus.example') => ({ to, subject, text: 't', html: '<p>t</p>' });

test('newest first, also after a restart and within one millisecond', () => {
  const inbox = openInbox(folder);
  for (const subject of ['one', 'two', 'three']) inbox.send(draft(subject));
  expect(inbox.list().map((mail) => mail.subject)).toEqual(['three', 'two', 'one']);
  expect(openInbox(folder).list()).toEqual(inbox.list());
});

test('can be asked for one address and for one mail', () => {
  const inbox = openInbox(folder);
  const mail = inbox.send(draft('mine', 'B@nemus.example'));
  inbox.send(draft('other'));
  expect(inbox.list('b@nemus.example')).toEqual([mail]);
  expect(inbox.find(mail.id)).toEqual(mail);
  expect(inbox.find('none')).toBeNull();
});

test('cleared means gone, from the disk too', () => {
  const inbox = openInbox(folder);
  inbox.send(draft('one'));
  inbox.clear();
  expect(inbox.list()).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});

test('a torn file does not keep the inbox from opening', () => {
  openInbox(folder).send(draft('whole'));
  writeFileSync(path.join(folder, 'torn.json'), '{"id":');
  writeFileSync(path.join(folder, 'torn.json.new'), '{');
  expect(openInbox(folder).list()).toHaveLength(1);
  expect(readdirSync(folder)).toHaveLength(1);
});

test('files that came with a mail survive a restart, and can be saved', async () => {
  const attachments = [{ filename: 'termin.ics', contentType: 'text/calendar; method=REQUEST', content: 'QQ==' }];
  const mail = openInbox(folder).send({ ...draft('with a file'), attachments });
  const server = createMailServer(openInbox(folder), 'key');
  const saved = await server(new Request(`http://localhost/messages/${mail.id}/files/0`), '127.0.0.1');
  expect(saved.headers.get('content-disposition')).toBe('attachment; filename="termin.ics"');
  expect(await saved.text()).toBe('A');
  expect((await server(new Request(`http://localhost/messages/${mail.id}/files/1`), '127.0.0.1')).status).toBe(404);
});
