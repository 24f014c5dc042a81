import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { temporaryFolder } from '../serve/temporary-folder';
import type { DeployedSite } from './deployment';
import { nginxConfig } from './nginx';

/** The module that sends compressed files, in the folders of Debian and others. */
export const BROTLI = ['/usr/lib/nginx/modules', '/usr/lib64/nginx/modules', '/usr/share/nginx/modules']
  .map((folder) => path.join(folder, 'ngx_http_brotli_static_module.so'))
  .find((file) => existsSync(file));

/** What this machine lacks to run nginx, in words; null when it has all of it. */
export function missingForNginx(): string | null {
  if (!nginxProgram()) return 'nginx is not installed';
  return BROTLI ? null : 'nginx has no module for brotli (libnginx-mod-http-brotli-static)';
}

/** The file of nginx; undefined without one. */
export function nginxProgram(): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => path.join(folder, 'nginx')).find((file) => existsSync(file));
}

/**
 * Starts nginx with the operators' configuration, in a folder that is removed afterwards. Sites with their own ports on
 * this machine need no privileges.
 */
export async function startNginx(sites: readonly DeployedSite[]): Promise<{ stop(): Promise<void> }> {
  const nginx = nginxProgram();
  if (!nginx) throw new Error('nginx is not installed.');
  const folder = await temporaryFolder('nginx');
  const log = path.join(folder, 'log');
  await mkdir(path.join(folder, 'temporary'));
  const file = path.join(folder, 'nginx.conf');
  await writeFile(file, nginxAround(folder, sites));
  const child = spawn(nginx, ['-p', folder, '-e', log, '-c', file], {
    cwd: folder,
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
    throw new Error(`nginx did not start.\n${complaint}${told}`);
  }
  return { stop };
}

/** The rest of a distribution's nginx.conf, so that it runs for this user and beside another instance. */
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
