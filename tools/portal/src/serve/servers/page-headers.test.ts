import { createHash } from 'node:crypto';
import { STYLE_MARK } from '@nemus/ui/style-mark';
import { pageHeaders, workerHeaders, type HeaderOptions } from './page-headers';

const CONFIG = {
  storeUrl: 'https://files.example/storage/v1/object/public/releases-of-nemus/',
  registryUrl: 'https://files.example/functions/v1/release-registry/production?x=1;2',
  stops: {
    url: 'https://portal.example/production.stops.json',
    keys: [{ id: `k-${'0'.repeat(16)}`, publicKey: `${'A'.repeat(87)}=` }],
  },
  supabase: { url: 'https://project.example' },
  telemetryUrl: 'https://telemetry.example/in',
};
const HASHES = { scriptHashes: ['sha256-boot='], styleHashes: ['sha256-first='] };
const headersFor = (change: Partial<HeaderOptions> = {}) =>
  pageHeaders({ config: CONFIG, hashes: HASHES, scripts: 'enforce', secure: true, ...change });

/** The directives of a policy, by name. */
const directivesOf = (policy = '') =>
  Object.fromEntries(
    policy.split('; ').map((line) => {
      const [name = '', ...values] = line.split(' ');
      return [name, values];
    }),
  );
const directives = (change?: Partial<HeaderOptions>) => directivesOf(headersFor(change)['Content-Security-Policy']);

const RELEASES = `${CONFIG.storeUrl}releases/`;
const REPORTS = 'https://project.example/functions/v1/policy-reports';

it('the worker may ask, and do nothing else; by https alone where that is', () => {
  expect(workerHeaders({ secure: true })).toEqual({
    'Content-Security-Policy': "default-src 'none'; connect-src 'self' https:",
  });
  expect(workerHeaders({ secure: false })['Content-Security-Policy']).toMatch(/connect-src 'self' https: http:$/);
});

describe("the page's headers", () => {
  it('let code come from the portal and the releases alone, not from the whole host that holds them', () => {
    expect(directives()).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'self'", RELEASES, "'sha256-boot='"],
      'font-src': ["'self'", RELEASES],
      'worker-src': ["'self'"],
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
    });
    for (const values of Object.values(directives())) expect(values).not.toContain('https://files.example');
  });

  it('let the page register no worker where the configuration has switched it off', () => {
    expect(directives({ config: { ...CONFIG, worker: false } })['worker-src']).toEqual(["'none'"]);
  });

  it('let no style be written into the page but the one of the build, and elements that a script fills', () => {
    const filled = `'sha256-${createHash('sha256').update(STYLE_MARK).digest('base64')}'`;
    expect(directives()['style-src']).toEqual(["'self'", RELEASES, filled, "'sha256-first='"]);
    expect(headersFor()['Content-Security-Policy']).not.toMatch(/unsafe|\*/);
  });

  it('let the page reach every address of its configuration', () => {
    expect(directives()['connect-src']).toEqual([
      "'self'",
      RELEASES,
      'https://files.example/functions/v1/release-registry/production',
      'https://portal.example/production.stops.json',
      'https://telemetry.example/in',
      'https://project.example',
      'wss://project.example',
    ]);
    expect(directives({ config: { ...CONFIG, telemetryUrl: undefined } })['connect-src']?.join(' ')).not.toContain(
      'telemetry',
    );
    const override = directives({ config: { ...CONFIG, overrideOrigins: ['http://localhost:4300'] } });
    for (const name of ['script-src', 'style-src', 'font-src', 'img-src', 'connect-src']) {
      expect(override[name]).toContain('http://localhost:4300');
    }
  });

  it('send violations to our address, in both formats that browsers know', () => {
    expect(directives()).toMatchObject({ 'report-to': ['violations'], 'report-uri': [REPORTS] });
    expect(headersFor()).toMatchObject({
      'Reporting-Endpoints': `violations="${REPORTS}"`,
      'Integrity-Policy': 'blocked-destinations=(script), endpoints=(violations)',
    });
    // Without https browsers ignore an endpoint's name, and would report nowhere.
    expect(directives({ secure: false })).toMatchObject({ 'report-uri': [REPORTS] });
    expect(JSON.stringify(headersFor({ secure: false }))).not.toContain('violations');
  });

  it('refuse scripts without integrity and code from texts, or only report them at first', () => {
    expect(directives()).toMatchObject({ 'require-trusted-types-for': ["'script'"], 'trusted-types': ['default'] });
    const first = headersFor({ scripts: 'report' });
    expect(first['Content-Security-Policy']).not.toContain('trusted-types');
    expect(first['Integrity-Policy']).toBeUndefined();
    expect(directivesOf(first['Content-Security-Policy-Report-Only'])).toEqual({
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['default'],
      'report-to': ['violations'],
      'report-uri': [REPORTS],
    });
    expect(first['Integrity-Policy-Report-Only']).toBe('blocked-destinations=(script), endpoints=(violations)');
  });

  it('promise https only where there is https', () => {
    expect(headersFor()['Strict-Transport-Security']).toBe('max-age=63072000; includeSubDomains');
    expect(headersFor({ secure: false })['Strict-Transport-Security']).toBeUndefined();
  });

  it('keep an address from adding a directive', () => {
    const config = { ...CONFIG, telemetryUrl: "https://telemetry.example/a;script-src *,default-src 'unsafe-inline'" };
    expect(directives({ config })['connect-src']).toContain(
      "https://telemetry.example/a%3Bscript-src%20*%2Cdefault-src%20'unsafe-inline'",
    );
  });
});
