import { isOlder, parseRegistry, parseRelease } from './parse';
import { sampleEntry, sampleRegistry, sampleRelease } from './samples';

const text = (change: object = {}) => JSON.stringify({ ...sampleRegistry(), ...change });

describe('parseRegistry', () => {
  const now = new Date('2026-06-15T00:00:00Z');
  const seen = { revision: 6, issuedAt: '2026-06-02T00:00:00.000Z' };

  it.each([
    ['an error page', '<html>', {}, 'not-json', /^The registry is not JSON/],
    ['no schema', '{}', {}, 'malformed', /^The registry has no schema number/],
    ['null', 'null', {}, 'malformed', /no schema number/],
    ['a newer schema', text({ schema: 2 }), {}, 'unknown-schema', /^The registry has schema 2; .* reads schema 1/],
    ['a wrong envelope', text({ revision: 'five' }), {}, 'malformed', /malformed:\n.*\n.*revision/],
    ['another environment', text(), { environment: 'production' }, 'wrong-environment', /"test", not for "production"/],
    ['past its time', text({ expiresAt: '2026-06-15T00:00:00.000Z' }), { now }, 'expired', /expired at 2026-06-15/],
    ['an older revision', text(), { seen }, 'older', /revision 5; revision 6 was seen/],
  ])('refuses %s, and says why', (_case, document, options, problem, message) => {
    const parsed = parseRegistry(document, options);
    expect(parsed).toMatchObject({ ok: false, problem, message: expect.stringMatching(message) });
  });

  it.each([
    ['the revision seen before', text(), { revision: 5, issuedAt: '2026-06-01T00:00:00.000Z' }],
    ['a store that was set up anew', text({ revision: 1, issuedAt: '2026-06-03T00:00:00.000Z' }), seen],
    ['fields of a later version around the entries', text({ motd: 'x' }), null],
  ])('takes %s', (_case, document, before) => {
    expect(parseRegistry(document, { environment: 'test', now, seen: before }).ok).toBe(true);
  });

  it('leaves out an entry that cannot be read, and keeps the others', () => {
    const broken = { ...sampleEntry('broken'), stable: { version: 'latest' } };
    const parsed = parseRegistry(text({ remotes: [broken, sampleEntry('good'), sampleEntry('good'), 7] }));
    expect(parsed).toMatchObject({
      ok: true,
      registry: { remotes: [{ name: 'good' }] },
      refused: [{ name: 'broken' }, { name: 'good', message: expect.stringContaining('twice') }, { name: '(no name)' }],
    });
  });

  it('names the contract that an entry with unknown fields was written for', () => {
    const { routes, stable, ...entry } = sampleEntry('later');
    const [route] = routes;
    const later = { ...entry, routes: [{ ...route, colour: 'red' }], stable: { ...stable, contract: '^1.999.0' } };
    const parsed = parseRegistry(text({ remotes: [later] }));
    expect(parsed.ok && parsed.refused[0]?.message).toMatch(
      /^It was written for contract \^1\.999\.0; this shell has contract 1\./,
    );
  });

  it('keeps entries as they came, for their signatures', () => {
    const { layout, ...route } = sampleEntry('good').routes[0] ?? { layout: 'shared' };
    const parsed = parseRegistry(text({ remotes: [{ ...sampleEntry('good'), routes: [route] }] }));
    expect(parsed.ok && parsed.registry.remotes[0]?.routes[0]?.layout).toBe(layout);
    expect(parsed.ok && parsed.raw.get('good')).toMatchObject({ routes: [expect.not.objectContaining({ layout })] });
  });
});

describe('isOlder', () => {
  it.each([
    [4, '2026-01-01', true],
    [5, '2026-01-01', false],
    [6, '2025-01-01', false],
    [1, '2026-01-02', false],
  ])('revision %d of %s against revision 5 of 2026-01-01: %s', (revision, issuedAt, expected) => {
    expect(isOlder({ revision, issuedAt }, { revision: 5, issuedAt: '2026-01-01' })).toBe(expected);
  });
});

describe('parseRelease', () => {
  it('takes a release document', () => {
    expect(parseRelease(JSON.stringify(sampleRelease()))).toMatchObject({
      ok: true,
      release: { entry: 'remoteEntry.js' },
    });
  });

  it.each([
    ['an error page', 'Not found', 'not-json'],
    ['a later schema', JSON.stringify({ ...sampleRelease(), schema: 9 }), 'unknown-schema'],
    ['a path that leaves the folder', JSON.stringify({ ...sampleRelease(), entry: '../x.js' }), 'malformed'],
    [
      'a wrong hash',
      JSON.stringify({ ...sampleRelease(), files: { 'a.js': { integrity: 'md5-x', bytes: 1 } } }),
      'malformed',
    ],
  ])('refuses %s', (_case, document, problem) => expect(parseRelease(document)).toMatchObject({ ok: false, problem }));
});
