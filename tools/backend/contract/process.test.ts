import { createClient } from '@supabase/supabase-js';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { follow, linkOf, mailsTo } from './mails';
import { freePorts } from '../src/server/http/free-ports';
import { startProcess, startRefused, temporaryFolder, type BackendProcess } from './process';
import { isHosted, newClient, START_TIME } from './target';

jest.setTimeout(START_TIME * 2);

const SUPABASE = path.resolve(__dirname, '../../../supabase');

const MIGRATION = `
create schema private;
create table private.nemus_settings (key text primary key, value jsonb not null);
create table public.notes (
  id bigint generated always as identity primary key,
  owner uuid not null default auth.uid(),
  text text not null check (text <> '')
);
alter table public.notes enable row level security;
grant select, insert (text) on public.notes to authenticated;
grant all on public.notes to service_role;
create function public.sample_setting() returns jsonb language sql security definer set search_path = '' as
  $$ select value from private.nemus_settings where key = 'sample_data' $$;
create policy own on public.notes to authenticated using (owner = auth.uid()) with check (owner = auth.uid());
`;

/** A project with the portal's configuration, templates and demo accounts, and a small schema that stays as it is. */
function writeProject(folder: string): void {
  mkdirSync(path.join(folder, 'migrations'), { recursive: true });
  symlinkSync(path.join(SUPABASE, 'templates'), path.join(folder, 'templates'));
  copyFileSync(path.join(SUPABASE, 'config.toml'), path.join(folder, 'config.toml'));
  cpSync(path.join(__dirname, 'fixtures/functions'), path.join(folder, 'functions'), { recursive: true });
  writeFileSync(path.join(folder, 'migrations/20260101000000_notes.sql'), MIGRATION);
}

/* What belongs to the process itself: it is started, killed, started again and refused. */
if (!isHosted) {
  describe('the process', () => {
    const temporary = temporaryFolder();
    const project = path.join(temporary.path, 'supabase');
    const data = path.join(temporary.path, 'data');
    const environment = { NEMUS_DATA_DIR: data, NEMUS_PROJECT_DIR: project };
    const account = { email: 'notes@nemus.example', password: 'geheim-123' };
    let backend: BackendProcess;

    beforeAll(async () => {
      writeProject(project);
      backend = await startProcess({ ...environment, NEMUS_SAMPLE_DATA: 'off' });
      await newClient(backend.ready).auth.signUp(account);
      await follow(backend.ready, linkOf((await mailsTo(backend.ready, account.email))[0]));
    });
    afterAll(async () => {
      await backend.end('SIGKILL');
      temporary.remove();
    });

    async function signedIn() {
      const client = newClient(backend.ready);
      const { error } = await client.auth.signInWithPassword(account);
      expect(error).toBeNull();
      return client;
    }

    const admin = () =>
      createClient(backend.ready.apiUrl, backend.ready.secretKey, { auth: { persistSession: false } });

    test('what was acknowledged survives kill -9: rows, sessions, keys, mails', async () => {
      const client = await signedIn();
      for (let number = 0; number < 20; number += 1) {
        expect((await client.from('notes').insert({ text: `note ${number}` })).error).toBeNull();
      }
      const { data: session } = await client.auth.getSession();
      expect((await admin().rpc('sample_setting')).data).toBe(false);
      const before = { keys: backend.ready.publishableKey, mails: await mailsTo(backend.ready, account.email) };

      await backend.end('SIGKILL');
      expect(existsSync(path.join(data, 'backend.lock'))).toBe(true);
      backend = await startProcess(environment);

      expect(backend.ready.publishableKey).toBe(before.keys);
      expect(await mailsTo(backend.ready, account.email)).toEqual(before.mails);
      const { error, data: refreshed } = await newClient(backend.ready).auth.refreshSession({
        refresh_token: session.session?.refresh_token ?? '',
      });
      expect(error).toBeNull();
      expect(refreshed.user?.email).toBe(account.email);
      const { count } = await (await signedIn()).from('notes').select('*', { count: 'exact', head: true });
      expect(count).toBe(20);
      expect((await admin().rpc('sample_setting')).data).toBe(true);
    });

    test('kill -9 in the middle of many writers loses nothing that was acknowledged', async () => {
      const client = await signedIn();
      const acknowledged: string[] = [];
      const writers = Array.from({ length: 8 }, async (_, writer) => {
        for (let number = 0; ; number += 1) {
          const text = `writer ${writer}, note ${number}`;
          const { error } = await client.from('notes').insert({ text });
          if (error) return;
          acknowledged.push(text);
          if (acknowledged.length === 60) void backend.end('SIGKILL');
        }
      });
      await Promise.all(writers);
      await backend.ended;
      expect(acknowledged.length).toBeGreaterThanOrEqual(60);
      backend = await startProcess(environment);
      const { data: rows } = await (await signedIn()).from('notes').select('text').like('text', 'writer%');
      const kept = z.array(z.object({ text: z.string() })).parse(rows);
      expect(kept.map(({ text }) => text)).toEqual(expect.arrayContaining(acknowledged));
      expect((await admin().from('notes').delete().like('text', 'writer%')).error).toBeNull();
    });

    test('a second start on the same port refuses before it touches the data', async () => {
      const other = path.join(temporary.path, 'untouched');
      const { port } = new URL(backend.ready.apiUrl);
      const { code, message } = await startRefused({ ...environment, NEMUS_DATA_DIR: other, NEMUS_API_PORT: port });
      expect(code).toBe(1);
      expect(message).toMatch(new RegExp(`^Port ${port} is in use\\..*NEMUS_API_PORT.*\\n$`));
      expect(existsSync(other)).toBe(false);
    });

    test('a second start on the same data refuses on any port', async () => {
      const { code, message } = await startRefused(environment);
      expect(code).toBe(1);
      expect(message).toMatch(/^The data in .* is in use by the backend on port \d+ .*NEMUS_DATA_DIR.*\n$/);
    });

    test('it does not start in production, nor with a setting that cannot be', async () => {
      const production = await startRefused({ ...environment, NODE_ENV: 'production' });
      expect(production.message).toMatch(/^The embedded backend is for development and tests\./);
      const wrong = await startRefused({ ...environment, NEMUS_API_PORT: 'http' });
      expect(wrong.message).toMatch(/^NEMUS_API_PORT cannot be used\./);
      const noDatabase = await startRefused({
        NEMUS_DATA_DIR: path.join(temporary.path, 'none'),
        NEMUS_PROJECT_DIR: project,
        DB_URL: `postgres://unknown@127.0.0.1:${(await freePorts(1))[0]}/none`,
      });
      expect(noDatabase.message).toMatch(/^The Postgres of DB_URL cannot be used: .*\n$/);
    });

    test('a start without room is refused before it touches the data', async () => {
      const other = path.join(temporary.path, 'untouched');
      const settings = { ...environment, NEMUS_DATA_DIR: other, NEMUS_DISK_RESERVE_MB: '1000000000' };
      const { code, message } = await startRefused(settings);
      expect(code).toBe(1);
      expect(message).toMatch(/^The disk of .* is full: \d+ MB left, 1000000000 MB have to stay free\. Make room.*\n$/);
    });

    test('functions run with an environment of their own, and a changed source is used at once', async () => {
      const call = async (query = '') => {
        const answer = await fetch(`${backend.ready.apiUrl}/functions/v1/echo${query}`, {
          method: 'POST',
          body: 'hello',
        });
        const body: unknown = await answer.json();
        return { status: answer.status, body };
      };
      const { body } = await call();
      expect(body).toMatchObject({ method: 'POST', body: 'hello' });
      expect(z.object({ environment: z.array(z.string()) }).parse(body).environment).toEqual([
        'CLIENT_ADDRESS_HEADER',
        'MAIL_KEY',
        'MAIL_URL',
        'SITE_URL',
        'SMS_API_BASE',
        'SMS_KEY',
        'STRIPE_API_BASE',
        'STRIPE_SECRET_KEY',
        'STRIPE_WEBHOOK_SECRET',
        'SUPABASE_PUBLISHABLE_KEY',
        'SUPABASE_SECRET_KEY',
        'SUPABASE_URL',
      ]);
      expect(await call('?fail')).toMatchObject({ status: 500, body: { code: 'WORKER_ERROR' } });

      const { mailUrl, mailKey } = z.object({ mailUrl: z.url(), mailKey: z.string() }).parse(body);
      const mail = { to: 'invited@nemus.example', subject: 'Einladung', text: 'Hallo', html: '<p>Hallo</p>' };
      const headers = { 'x-mail-key': mailKey };
      const sent = await fetch(mailUrl, { method: 'POST', headers, body: JSON.stringify(mail) });
      expect(sent.status).toBe(202);
      expect(await mailsTo(backend.ready, mail.to)).toEqual([expect.objectContaining(mail)]);
      const wrong = await fetch(mailUrl, { method: 'POST', headers, body: JSON.stringify({ ...mail, to: 'unknown' }) });
      expect(wrong.status).toBe(400);

      const source = path.join(project, 'functions/echo/index.ts');
      writeFileSync(source, "export default { fetch: () => Response.json('changed') };");
      expect((await call()).body).toBe('changed');
      writeFileSync(source, 'export default {');
      expect(await call()).toMatchObject({ status: 503, body: { code: 'BOOT_ERROR' } });
    });

    test('limits are kept, per address of a mail and per caller', async () => {
      const client = newClient(backend.ready);
      const email = 'limited@nemus.example';
      expect((await client.auth.resetPasswordForEmail(email)).error).toBeNull();
      const second = await client.auth.resetPasswordForEmail(email);
      expect(second.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
      expect(second.error?.message).toMatch(/^For security purposes, you can only request this after \d+ seconds\.$/);
      const weak = await client.auth.signUp({ email, password: '123' });
      expect(weak.error?.code).toBe('weak_password');
      expect((await client.auth.signUp({ email, password: 'geheim-123' })).error).toBeNull();
      expect((await client.auth.signUp({ email, password: 'geheim-123' })).error?.code).toBe(
        'over_email_send_rate_limit',
      );

      const codes = new Set<string | undefined>();
      for (let attempt = 0; attempt < 31; attempt += 1) {
        codes.add((await client.auth.signInWithPassword({ email: 'x@nemus.example', password: 'falsch' })).error?.code);
      }
      expect([...codes]).toEqual(['invalid_credentials', 'over_request_rate_limit']);
    });

    test('Ctrl-C ends it cleanly: no lock, no port, and the next start has everything', async () => {
      const { port } = new URL(backend.ready.apiUrl);
      expect(await backend.end('SIGINT')).toBe(0);
      expect(readdirSync(data).toSorted()).toEqual(['data', 'env', 'mail', 'sms']);
      backend = await startProcess({ ...environment, NEMUS_API_PORT: port });
      const { count } = await (await signedIn()).from('notes').select('*', { count: 'exact', head: true });
      expect(count).toBe(20);
    });
  });
}
