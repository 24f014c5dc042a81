import { openOverride, type OverrideProblem, type OverridePolicy } from './overrides';
import { sampleRegistry } from './samples';

const now = new Date('2026-06-15T12:00:00.000Z');
const override = { remote: 'alpha', url: 'http://localhost:4300/alpha/', until: '2026-06-15T13:00:00.000Z' };
const policy: OverridePolicy = {
  allowed: true,
  storeUrl: 'http://localhost:4210/store/',
  origins: ['http://localhost:4300'],
  registry: sampleRegistry(),
  now,
};

describe('openOverride', () => {
  it('accepts what the portal allows', () => {
    expect(openOverride(override, policy)).toEqual({ ok: true, override });
  });

  it('takes an address inside the store, as browsers resolve it', () => {
    const url = 'http://LOCALHOST:4210/x/../store/releases/alpha/';
    const opened = openOverride({ ...override, url }, { ...policy, origins: [] });
    expect(opened).toMatchObject({ ok: true, override: { url: 'http://localhost:4210/store/releases/alpha/' } });
  });

  it.each<[string, object, Partial<OverridePolicy>, OverrideProblem]>([
    ['text', { ...override, url: 'javascript:alert(1)/' }, {}, 'malformed'],
    ['a file instead of a folder', { ...override, url: 'http://localhost:4300/alpha' }, {}, 'malformed'],
    ['more than an override', { ...override, container: 'x' }, {}, 'malformed'],
    ['an account without the right', override, { allowed: false }, 'not-allowed'],
    ['another port', { ...override, url: 'http://localhost:4301/' }, {}, 'unlisted-origin'],
    ['another scheme', { ...override, url: 'https://localhost:4300/' }, {}, 'unlisted-origin'],
    ['a name in the address', { ...override, url: 'http://localhost:4300@evil.example/' }, {}, 'malformed'],
    ['a dot behind the host', { ...override, url: 'http://localhost.:4300/' }, {}, 'malformed'],
    ['what lies beside the store', { ...override, url: 'http://localhost:4210/other/' }, {}, 'beside-store'],
    [
      'what leaves the store',
      { ...override, url: 'http://localhost:4210/store/%2e%2e/other/' },
      { origins: ['http://localhost:4210'] },
      'beside-store',
    ],
    ['a longer host', { ...override, url: 'http://localhost:4300.evil.example/' }, {}, 'malformed'],
    ['an empty list', override, { origins: [] }, 'unlisted-origin'],
    ['its end', { ...override, until: now.toISOString() }, {}, 'expired'],
    ['days', { ...override, until: '2026-06-16T12:00:00.000Z' }, {}, 'too-long'],
    ['another area', { ...override, remote: 'beta' }, {}, 'unknown-remote'],
  ])('refuses %s', (_case, candidate, change, problem) => {
    expect(openOverride(candidate, { ...policy, ...change })).toEqual({ ok: false, problem });
  });
});
