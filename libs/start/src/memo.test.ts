import { pageFor, readStartMemo, type StartMemo } from './memo';

const page = (path: string) => ({
  path,
  release: 'http://store/release.json',
  files: [{ url: `http://store${path}.js`, integrity: 'sha384-x' }],
  reads: [{ path: 'nemus_prices?select=item', headers: { prefer: 'count=exact' } }],
});
const MEMO: StartMemo = {
  registryUrl: 'http://store/registry/local.json',
  backend: { url: 'http://backend', publishableKey: 'key' },
  pages: [page('/dashboard'), page('/course/special')],
};

it('reads what was written', () => {
  expect(readStartMemo(JSON.stringify(MEMO))).toEqual(MEMO);
});

it.each([
  null,
  '',
  '[]',
  '{}',
  JSON.stringify({ ...MEMO, registryUrl: 1 }),
  JSON.stringify({ ...MEMO, backend: null }),
  JSON.stringify({ ...MEMO, pages: [{}] }),
  JSON.stringify({ ...MEMO, pages: [{ ...page('/a'), files: [{ url: 'x' }] }] }),
  JSON.stringify({ ...MEMO, pages: [{ ...page('/a'), reads: [{ path: 'x', headers: { prefer: 1 } }] }] }),
  // As earlier versions of the portal wrote it.
  '{"registryUrl":"x","areas":[]}',
])('takes %j for none', (text) => {
  expect(readStartMemo(text)).toBeNull();
});

it('finds what was remembered for exactly this address', () => {
  expect(pageFor(MEMO, '/dashboard')?.path).toBe('/dashboard');
  expect(pageFor(MEMO, '/course/other')).toBeNull();
  const check = { ...page('/check'), isPublic: true, reads: [] };
  const memo = { ...MEMO, pages: [...MEMO.pages, check] };
  expect(pageFor(memo, '/check/NE-1')).toEqual(check);
  expect(pageFor(memo, '/checks')).toBeNull();
  expect(pageFor(memo, '/dashboard/x')).toBeNull();
});
