import { canPreview, pastedAddress } from './date-form';

it.each([
  ['https://meet.example/a?pwd=1', 'https://meet.example/a?pwd=1'],
  ['  <https://meet.example/a>\u200B ', 'https://meet.example/a'],
  ['https://meet.exam\nple/a,', 'https://meet.example/a'],
  ['meet.example/a', 'https://meet.example/a'],
  ['http://meet.example/a', 'http://meet.example/a'],
  ['', ''],
])('reads the pasted address %j', (pasted, address) => {
  expect(pastedAddress(pasted)).toBe(address);
});

it.each([
  ['01:00', '', false],
  ['12', '', false],
  ['12:00', '', true],
  ['09:00', '', false],
  ['01:00', '2026-12-02', true],
])('previews an end %j on the last day %j: %j', (ends, endsDay, can) => {
  expect(canPreview({ day: '2026-12-01', starts: '09:00', ends, endsDay })).toBe(can);
});
