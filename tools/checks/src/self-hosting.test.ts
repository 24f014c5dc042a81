/** Files for machines of an operator's own: complete, pinned, and with the settings of the hosted project. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createHmac } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const ROOT = path.resolve(__dirname, '../../..');
const FOLDER = path.join(ROOT, 'deploy/compose');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const TEXT = read('deploy/compose/nemus.yml');
const { services } = z
  .object({
    services: z.record(
      z.string(),
      z.looseObject({
        image: z.string().optional(),
        build: z.string().optional(),
        environment: z.record(z.string(), z.string()).default({}),
      }),
    ),
  })
  .parse(parse(TEXT));
const ENV = read('deploy/compose/env.example');
const valuesOf = (text: string) =>
  Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));

test('every image is pinned to a version', () => {
  const built = Object.values(services).flatMap(({ build }) => build ?? []);
  const bases = built.map(
    (folder) => /^FROM (\S+)/m.exec(read(`${folder.replace(/^\$\{NEMUS_FOLDER\}\//, '')}/Dockerfile`))?.[1],
  );
  const images = [...Object.values(services).flatMap(({ image }) => image ?? []), ...bases];
  expect(images.length).toBe(Object.keys(services).length);
  expect(images.filter((image) => !/:v?\d+\.\d+/.test(image ?? ''))).toEqual([]);
});

test('the env file has every variable, and compose can read both', () => {
  const used = [...TEXT.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => name);
  expect(used.filter((name) => !Object.hasOwn(valuesOf(ENV), name))).toEqual([]);
  const compose = spawnSync(
    'docker-compose',
    ['--env-file', path.join(FOLDER, 'env.example'), '-f', path.join(FOLDER, 'nemus.yml'), 'config', '--quiet'],
    { encoding: 'utf8', env: { ...process.env, NEMUS_FOLDER: ROOT } },
  );
  // Machines without it check the rest; CI has it.
  const missing = compose.error !== undefined && process.env['NEMUS_REQUIRE_SERVERS'] !== '1';
  expect([missing ? 0 : compose.status, missing ? '' : compose.stderr]).toEqual([0, '']);
});

test('the sign-in service has the settings of the hosted project', () => {
  const toml = read('supabase/config.toml');
  const setting = (name: string) => new RegExp(`^${name} = "?([^"\\n]*)"?$`, 'm').exec(toml)?.[1];
  const auth = services['auth']?.environment ?? {};
  const own = valuesOf(ENV);
  expect({
    GOTRUE_JWT_EXP: auth['GOTRUE_JWT_EXP'],
    GOTRUE_PASSWORD_MIN_LENGTH: auth['GOTRUE_PASSWORD_MIN_LENGTH'],
    REUSE: auth['GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL'],
    OTP: [auth['GOTRUE_MAILER_OTP_LENGTH'], auth['GOTRUE_MAILER_OTP_EXP'], auth['GOTRUE_SMTP_MAX_FREQUENCY']],
    FACTORS: auth['GOTRUE_MFA_MAX_ENROLLED_FACTORS'],
    LIMITS: [own['AUTH_MAILS_PER_HOUR'], own['AUTH_REFRESHES'], own['AUTH_SIGN_INS'], own['AUTH_VERIFICATIONS']],
  }).toEqual({
    GOTRUE_JWT_EXP: setting('jwt_expiry'),
    GOTRUE_PASSWORD_MIN_LENGTH: setting('minimum_password_length'),
    REUSE: setting('refresh_token_reuse_interval'),
    OTP: [setting('otp_length'), setting('otp_expiry'), setting('max_frequency')],
    FACTORS: setting('max_enrolled_factors'),
    LIMITS: ['email_sent', 'token_refresh', 'sign_in_sign_ups', 'token_verifications'].map(setting),
  });
  for (const [, kind = '', subject] of toml.matchAll(/^\[auth\.email\.template\.(\w+)\]\nsubject = "(.*)"/gm)) {
    expect([kind, auth[`GOTRUE_MAILER_SUBJECTS_${kind.toUpperCase()}`]]).toEqual([kind, subject]);
    expect(auth[`GOTRUE_MAILER_TEMPLATES_${kind.toUpperCase()}`]).toBe(`http://nginx:8080/${kind}.html`);
  }
});

test('the functions get every setting that they read', () => {
  const names = [...read('supabase/functions/_shared/environment.ts').matchAll(/variable\('(\w+)'\)/g)];
  // Set by the stack itself, or for the sandboxes of development.
  const needless = /^SUPABASE_|_API_BASE$/;
  const needed = names.map(([, name = '']) => name).filter((name) => !needless.test(name));
  expect(needed.toSorted()).toEqual(
    Object.keys(services['functions']?.environment ?? {})
      .filter((name) => name !== 'VERIFY_JWT')
      .toSorted(),
  );
});

test('secrets are new ones, the keys are signed with them, and no second run replaces them', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nemus-secrets-'));
  cpSync(FOLDER, folder, { recursive: true });
  const run = () => spawnSync('sh', [path.join(folder, 'secrets.sh')], { encoding: 'utf8' });
  expect(run().status).toBe(0);
  const file = path.join(folder, '.env');
  const [text, mode] = [readFileSync(file, 'utf8'), statSync(file).mode & 0o777];
  expect(run().status).toBe(1);
  expect(readFileSync(file, 'utf8')).toBe(text);
  rmSync(folder, { recursive: true });
  expect(mode).toBe(0o600);
  const values = valuesOf(text);
  expect(Object.values(values).filter((value) => value.startsWith('generate'))).toEqual([]);
  for (const [name, role] of [
    ['ANON_KEY', 'anon'],
    ['SERVICE_ROLE_KEY', 'service_role'],
  ] as const) {
    const [head, payload = '', signature] = values[name]?.split('.') ?? [];
    const hmac = createHmac('sha256', values['JWT_SECRET'] ?? '').update(`${head}.${payload}`);
    expect(signature).toBe(hmac.digest('base64url'));
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({ role });
  }
});

test('systemd finds nothing wrong with the units but programs that are not here', () => {
  const units = readdirSync(path.join(ROOT, 'deploy/systemd')).filter((file) => /\.(service|timer)$/.test(file));
  const { error, stderr } = spawnSync('systemd-analyze', ['verify', ...units], {
    cwd: path.join(ROOT, 'deploy/systemd'),
    encoding: 'utf8',
  });
  expect(error !== undefined && process.env['NEMUS_REQUIRE_SERVERS'] === '1').toBe(false);
  const ours = (stderr ?? '').split('\n').filter((line) => line.includes('nemus-'));
  expect(ours.filter((line) => !/is not executable|No such file/.test(line))).toEqual([]);
});
