import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { temporaryFolder } from '../serve/temporary-folder';
import { caddyfile } from './caddy';
import type { DeployedSite } from './deployment';
import { nginxConfig } from './nginx';

/** The servers that we write configurations for. */
export const SERVERS = ['nginx', 'caddy'] as const;
export type ServerName = (typeof SERVERS)[number];

/** Where Debian and others put the modules of nginx. */
const BROTLI = ['/usr/lib/nginx/modules', '/usr/lib64/nginx/modules', '/usr/share/nginx/modules']
  .map((folder) => path.join(folder, 'ngx_http_brotli_static_module.so'))
  .find((file) => existsSync(file));

/** What this machine lacks to run a server, in words; null when it has all of it. */
export function missingFor(name: ServerName): string | null {
  if (!programOf(name)) return `${name} is not installed`;
  if (name === 'nginx' && !BROTLI) return 'nginx has no module for brotli (libnginx-mod-http-brotli-static)';
  return null;
}

function programOf(name: ServerName): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

/**
 * Starts a real server with the configuration that operators get, in a folder of its own that is gone afterwards. Sites
 * with ports of their own on this machine alone need no rights.
 */
export async function startRealServer(
  name: ServerName,
  sites: readonly DeployedSite[],
): Promise<{ stop(): Promise<void> }> {
  const program = programOf(name);
  if (!program) throw new Error(`${name} is not installed.`);
  const folder = await temporaryFolder(name);
  const log = path.join(folder, 'log');
  await mkdir(path.join(folder, 'temporary'));
  const file = path.join(folder, name === 'nginx' ? 'nginx.conf' : 'Caddyfile');
  await writeFile(file, name === 'nginx' ? nginxAround(folder, sites) : caddyAround(sites));
  const flags =
    name === 'nginx' ? ['-p', folder, '-e', log, '-c', file] : ['run', '--config', file, '--adapter', 'caddyfile'];
  const child = spawn(program, flags, {
    cwd: folder,
    env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  // Tests that are killed leave no server behind.
  const kill = () => child.kill('SIGTERM');
  process.once('exit', kill);
  const stop = async () => {
    process.removeListener('exit', kill);
    kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const { port } of sites) await listening(port, () => child.exitCode !== null);
  } catch {
    const told = await readFile(log, 'utf8').catch(() => '');
    await stop();
    throw new Error(`${name} did not start.\n${complaint}${told}`);
  }
  return { stop };
}

/** The rest of what a distribution's nginx.conf has, so that it runs for this user and beside another one. */
function nginxAround(folder: string, sites: readonly DeployedSite[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${path.join(folder, 'temporary', kind)};`,
  );
  return [
    `load_module ${BROTLI};`,
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'daemon off;',
    'worker_processes 1;',
    `pid ${path.join(folder, 'pid')};`,
    'events { }',
    `http { access_log off; ${temporary.join(' ')}`,
    nginxConfig(sites),
    '}',
    '',
  ].join('\n');
}

function caddyAround(sites: readonly DeployedSite[]): string {
  return `{\n\tadmin off\n\tauto_https disable_redirects\n\tskip_install_trust\n}\n\n${caddyfile(sites)}`;
}

/** Waits until a server accepts connections at a port of this machine. */
async function listening(port: number, hasEnded: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 200 && !hasEnded(); attempt += 1) {
    if (await connects(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`No server listens at ${port}.`);
}

function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
