import { refuseWhenFull } from './full-disk';

const ask = (method: string, path: string, full: boolean) =>
  refuseWhenFull(new Request(`http://localhost${path}`, { method }), { isFull: () => full });

test.each(['GET', 'HEAD', 'OPTIONS'])('%s passes while the disk is full', (method) => {
  expect(ask(method, '/rest/v1/notes', true)).toBeNull();
});

test.each([
  ['POST', '/rest/v1/notes', { code: '53100' }],
  ['PATCH', '/rest/v1/notes', { code: '53100' }],
  ['DELETE', '/storage/v1/object/a', { code: '53100' }],
  ['POST', '/auth/v1/token?grant_type=password', { error_code: 'disk_full' }],
  ['PUT', '/auth/v1/user', { error_code: 'disk_full' }],
  ['POST', '/functions/v1/stripe-webhook', { error: expect.objectContaining({ code: 'disk_full' }) }],
])('%s %s is refused while it is full, to be tried again, and passes with room', async (method, path, body) => {
  const answer = ask(method, path, true);
  expect([answer?.status, answer?.headers.get('retry-after')]).toEqual([503, '60']);
  expect(await answer?.json()).toMatchObject(body);
  expect(ask(method, path, false)).toBeNull();
});
