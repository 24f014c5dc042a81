import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readMailAddress, readPhone, readPostalCode } from './contact.ts';

const pairs = z.array(z.tuple([z.string(), z.string()]));
/** Also read by the test of what the database stores. */
const cases = z
  .object({ addresses: pairs, phones: pairs })
  .parse(JSON.parse(readFileSync(path.join(__dirname, 'contact-cases.json'), 'utf8')));

it.each(cases.addresses)('reads the address %j', (typed, address) => expect(readMailAddress(typed)).toBe(address));

it.each([
  'müller@nemus.example',
  'ида@почта.рф',
  'ida@nemus',
  'ida@@nemus.example',
  'ida@nemus.example/x',
  'ida@nemus.example:25',
  'ida@127.0.0.1',
  'ida@1.2',
  'ida@[::1]',
  '.ida@nemus.example',
  'i..da@nemus.example',
  'ida@-nemus.example',
  'ida roth@nemus.example',
  'ida@nemus.example\nbcc: x@y.example',
  'ida@nemus.example, otto@nemus.example',
  `${'a'.repeat(65)}@nemus.example`,
  '',
])('takes %j for no address', (typed) => expect(readMailAddress(typed)).toBeNull());

it.each(cases.phones)('reads the number %j', (typed, number) => expect(readPhone(typed)).toBe(number));

it.each(['', '12', 'keine', '0221 12345 abends', '+', '0'.repeat(40), '0221\u0000123'])(
  'takes %j for no number',
  (typed) => {
    expect(readPhone(typed)).toBeNull();
  },
);

it.each([
  ['50667', '50667', undefined],
  ['D-50667', '50667', undefined],
  ['A-1010', '1010', undefined],
  ['CH 8001', '8001', undefined],
  ['１０１０', '1010', undefined],
  ['50 667', '50667', 'DE'],
  ['1010', '1010', 'AT'],
  ['8001\u00A0', '8001', 'CH'],
  ['1010', null, 'DE'],
  ['50667', null, 'AT'],
  ['00999', null, undefined],
  ['0101', null, undefined],
  ['123', null, undefined],
] as const)('reads the postal code %j as %j in %s', (typed, code, country) => {
  expect(readPostalCode(typed, country)).toBe(code);
});
