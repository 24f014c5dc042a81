import { NOTICE_LENGTH, noticeProblem, noticeText } from './notice-text';

it.each([
  'Wir warten die Termine. Voraussichtlich bis 22.11.2026, 18:00 Uhr.',
  'Umbau bis 18.00 Uhr (etwa 2 Stunden).',
  'x'.repeat(NOTICE_LENGTH),
])('takes %p as it is', (text) => {
  expect(noticeProblem(text)).toBeNull();
  expect(noticeText(text, { signed: false })).toBe(text);
});

it.each([
  'Bitte hier anmelden: https://nemus-portal.example/login',
  'Neue Adresse: www.nemus-portal',
  'nemus-hilfe.com/konto',
  'Schreiben Sie an hilfe@nemus.example',
  'Rufen Sie an: 0900 123 456',
  'Rufen Sie an: +49 (900) 123456',
])('shows nothing of an unsigned %p', (text) => {
  expect(noticeProblem(text)).toMatch(/address|telephone/);
  expect(noticeText(text, { signed: false })).toBeNull();
  expect(noticeText(text, { signed: true })).toBe(text);
});

it('shows no hidden characters, no lines and no more than its length', () => {
  const turned = 'Wartung\u202E gnutraW\u200B\n\nbis\u0000 bald';
  expect(noticeProblem(turned)).toMatch(/invisible characters/);
  expect(noticeText(turned, { signed: true })).toBe('Wartung gnutraW bis bald');
  const long = noticeText('👋🏽'.repeat(NOTICE_LENGTH), { signed: true }) ?? '';
  expect(Array.from(long)).toHaveLength(NOTICE_LENGTH);
  expect(noticeProblem('x'.repeat(NOTICE_LENGTH + 1))).toMatch(/more than 300/);
  expect(noticeText(' \n', { signed: true })).toBeNull();
});
