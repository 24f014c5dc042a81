import { readMailAddress, readPhone, readPostalCode } from './contact.ts';

it.each([
  ['ida@bücher.example', 'ida@xn--bcher-kva.example'],
  ['ida@BÜCHER.example', 'ida@xn--bcher-kva.example'],
  ['ida@bu\u0308cher.example', 'ida@xn--bcher-kva.example'],
  ['ida@xn--bcher-kva.example', 'ida@xn--bcher-kva.example'],
  ['ida@XN--BCHER-KVA.example', 'ida@xn--bcher-kva.example'],
  ['ida@straße.example', 'ida@xn--strae-oqa.example'],
  ['ida@praxis.köln', 'ida@praxis.xn--kln-sna'],
  ['ida@почта.рф', 'ida@xn--80a1acny.xn--p1ai'],
  ['ida@例え.jp', 'ida@xn--r8jz45g.jp'],
  ['\u200Bida@nemus.example\u00A0', 'ida@nemus.example'],
  ['mailto:Ida.Roth+kurs@nemus.example', 'Ida.Roth+kurs@nemus.example'],
  ['ida＠nemus。example', 'ida@nemus.example'],
])('reads the address %j', (typed, address) => expect(readMailAddress(typed)).toBe(address));

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

it.each([
  ['0221 123456', '0221 123456'],
  ['\u202A+49 221 123456\u202C', '+49 221 123456'],
  ['+49\u00A0221\u202F123456', '+49 221 123456'],
  ['+49 (0)221 123456', '+49 221 123456'],
  ['+49(0)221/123456', '+49 221/123456'],
  ['0049 (0) 221 123456', '0049 221 123456'],
  ['(0221) 123456', '0221 123456'],
  ['(+49) 221 123456', '+49 221 123456'],
  ['[0221] 123456', '0221 123456'],
  ['0221\u2013123456', '0221-123456'],
  ['0221\u2011123456\u20110', '0221-123456-0'],
  ['＋49 221 123456', '+49 221 123456'],
  ['tel:+49221123456', '+49221123456'],
  ['Tel.: 0221 123456', '0221 123456'],
  ['+43 1 (512) 34', '+43 1 (512) 34'],
  ['0221·123456', '0221 123456'],
])('reads the number %j', (typed, number) => expect(readPhone(typed)).toBe(number));

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
