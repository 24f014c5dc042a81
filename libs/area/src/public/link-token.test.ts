import { readLinkToken } from './link-token';

const TOKEN = '0a'.repeat(32);

it.each([
  TOKEN,
  TOKEN.toUpperCase(),
  `${TOKEN}.`,
  `${TOKEN}%29`,
  `${TOKEN}%E2%80%8B`,
  `%C2%A0${TOKEN}%0A`,
  `${TOKEN.slice(0, 40)}%C2%AD${TOKEN.slice(40)}`,
])('reads the token of %s', (pasted) => expect(readLinkToken(`?link=${pasted}`)).toBe(TOKEN));

it.each(['', TOKEN.slice(1), `${TOKEN}0`, `${TOKEN}x`, `g${TOKEN.slice(1)}`, '%'])('reads none of “%s”', (pasted) => {
  expect(readLinkToken(`?link=${pasted}`)).toBeNull();
});
