import { createHmac } from 'node:crypto';
import { verifyToken } from './claims';

const SECRET = 'a secret of the project';
const now = Math.floor(Date.now() / 1000);
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function tokenOf(claims: object, { header = { alg: 'HS256', typ: 'JWT' } as object, secret = SECRET } = {}): string {
  const signed = `${part(header)}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

const valid = { sub: 'somebody', role: 'authenticated', exp: now + 60, iat: now };

it('reads the claims of a token of this project', () => {
  expect(verifyToken(tokenOf(valid), SECRET)).toEqual(valid);
});

const [header = '', , signature = ''] = tokenOf(valid).split('.');
it.each([
  ['none', ''],
  ['half a token', `${header}.${part(valid)}`],
  ['a fourth part', `${tokenOf(valid)}.x`],
  ['other claims under its signature', `${header}.${part({ ...valid, sub: 'another' })}.${signature}`],
  ['another secret', tokenOf(valid, { secret: 'another' })],
  ['no algorithm', tokenOf(valid, { header: { alg: 'none' } })],
  ['a header that asks for more', tokenOf(valid, { header: { alg: 'HS256', crit: ['b64'] } })],
  ['an expired one', tokenOf({ ...valid, exp: now - 1 })],
  ['one without an end', tokenOf({ sub: 'somebody' })],
  ['one that begins later', tokenOf({ ...valid, nbf: now + 60 })],
  ['one issued later', tokenOf({ ...valid, iat: now + 60 })],
])('leaves to lite: %s', (_name, token) => {
  expect(verifyToken(token, SECRET)).toBeNull();
});
