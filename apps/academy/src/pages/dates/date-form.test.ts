import { pastedAddress } from './date-form';

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
