import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { StartRefused } from '../refusal';
import { loadKeys } from './keys';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'nemus-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => path.join(folder, 'env');

test('the first call makes random keys that only their owner can read', () => {
  const keys = loadKeys(folder);
  expect(keys.publishableKey).toMatch(/^sb_publishable_[\w-]{22}_[\w-]{8}$/);
  expect(keys.secretKey).toMatch(/^sb_secret_[\w-]{22}_[\w-]{8}$/);
  expect(keys.stripeSecretKey).toMatch(/^sk_test_/);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

test('later calls answer with the same keys, another folder has others', () => {
  const first = loadKeys(folder);
  expect(loadKeys(folder)).toEqual(first);
  expect(loadKeys(path.join(folder, 'other')).jwtSecret).not.toBe(first.jwtSecret);
});

test('a missing line is made again, the others stay', () => {
  const first = loadKeys(folder);
  writeFileSync(file(), readFileSync(file(), 'utf8').replace(/^MAIL_KEY=.*\n/m, ''));
  const second = loadKeys(folder);
  expect(second.mailKey).not.toBe(first.mailKey);
  expect({ ...second, mailKey: '' }).toEqual({ ...first, mailKey: '' });
});

test('a live payment key is refused, with the name of the variable', () => {
  loadKeys(folder);
  writeFileSync(file(), readFileSync(file(), 'utf8').replace(/sk_test_\w+/, 'sk_live_1'));
  expect(() => loadKeys(folder)).toThrow(StartRefused);
  expect(() => loadKeys(folder)).toThrow(/STRIPE_SECRET_KEY/);
});
