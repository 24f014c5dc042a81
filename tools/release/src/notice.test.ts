import { reasonUntil, requireNotice } from './notice';

it.each([
  [undefined, 'Wir warten.'],
  ['2026-11-22', 'Wir warten. Voraussichtlich bis 22.11.2026.'],
  ['2026-11-22 18:00', 'Wir warten. Voraussichtlich bis 22.11.2026, 18:00 Uhr.'],
])('until %p', (until, sentence) => expect(reasonUntil('Wir warten.', until)).toBe(sentence));

it.each(['morgen', '2026-02-30', '22.11.2026', '2026-11-22 25:00'])(
  'is refused with a time that is none: %p',
  (until) => {
    expect(() => reasonUntil('Wir warten.', until)).toThrow(`"${until}" is no time.`);
  },
);

it.each([
  [{ reason: ' ' }, 'It is empty.'],
  [{ reason: 'Mehr auf https://nemus.example.' }, 'address'],
  [{ reason: 'x'.repeat(301) }, 'more than 300'],
  [{ reason: 'Wir warten.', by: 'max@nemus.example' }, 'address'],
  [{ reason: 'Wir warten.', by: 'x'.repeat(81) }, 'more than 80'],
])('refuses what users would not get to read: %j', (notice, message) => {
  expect(() => requireNotice(notice)).toThrow(message);
});
