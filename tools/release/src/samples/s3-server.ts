import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePorts } from '../../../backend/src/server/http/free-ports';

const run = promisify(execFile);

/** What Debian's packages `radosgw`, `ceph-mon`, `ceph-osd` and `ceph-common` have. */
const PROGRAMS = ['ceph-authtool', 'monmaptool', 'ceph-mon', 'ceph-osd', 'ceph', 'radosgw-admin', 'radosgw'] as const;

/** What this machine lacks to run a server that speaks S3, in words; null when it has all of it. */
export function missingForS3(): string | null {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const missing = PROGRAMS.filter((name) => !folders.some((folder) => existsSync(path.join(folder, name))));
  return missing.length > 0 ? `${missing.join(', ')} (Debian: radosgw, ceph-mon, ceph-osd)` : null;
}

/** A server of this machine that speaks S3, with one login and no bucket. */
export interface S3Server {
  readonly endpoint: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Adds another login. */
  addLogin(name: string): Promise<{ accessKeyId: string; secretAccessKey: string }>;
  end(): Promise<void>;
}

/**
 * Starts Ceph's object gateway over a cluster of one monitor and one in-memory disk, on ports of 127.0.0.1 alone, in a
 * folder that is removed afterwards. Its disks enforce the conditions of writes, as large clusters do.
 */
export async function startS3Server(): Promise<S3Server> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nemus-s3-'));
  const [monitor = 0, gateway = 0] = await freePorts(2);
  const fsid = randomUUID();
  for (const name of ['mon', 'osd', 'run']) await mkdir(path.join(folder, name));
  await writeFile(path.join(folder, 'ceph.conf'), await configuration({ folder, fsid, monitor, gateway }));
  const common = ['-c', path.join(folder, 'ceph.conf')];
  const admin = [...common, '-n', 'client.admin'];
  const children: ChildProcess[] = [];
  const begin = async (program: string, flags: readonly string[]) => {
    const log = await open(path.join(folder, `${program}.log`), 'w');
    const child = spawn(program, [...flags, '-f'], { cwd: folder, stdio: ['ignore', log.fd, log.fd] });
    children.push(child);
    await log.close();
  };
  // Tests that are killed leave no server behind.
  const kill = () => children.forEach((child) => child.kill('SIGKILL'));
  process.once('exit', kill);
  const end = async () => {
    process.removeListener('exit', kill);
    const ended = children.map((child) => new Promise((resolve) => child.once('close', resolve)));
    kill();
    await Promise.all(ended);
    await rm(folder, { recursive: true, force: true });
  };
  const addLogin = async (name: string) => {
    const login = { accessKeyId: randomBytes(10).toString('hex'), secretAccessKey: randomBytes(20).toString('hex') };
    const keys = ['--access-key', login.accessKeyId, '--secret-key', login.secretAccessKey];
    await run('radosgw-admin', [...admin, 'user', 'create', '--uid', name, '--display-name', name, ...keys], LIMIT);
    return login;
  };
  try {
    const [keyring, map] = [path.join(folder, 'keyring'), path.join(folder, 'monmap')];
    await run('ceph-authtool', [keyring, '--create-keyring', '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *']);
    const address = `[v2:127.0.0.1:${monitor}]`;
    await run('monmaptool', ['--create', '--addv', 'a', address, '--fsid', fsid, map]);
    const monitorFlags = [...common, '-i', 'a'];
    await run('ceph-mon', [...monitorFlags, '--mkfs', '--monmap', map, '--keyring', keyring], LIMIT);
    await begin('ceph-mon', monitorFlags);
    const disk = randomUUID();
    await run('ceph', [...admin, '--connect-timeout', '20', 'osd', 'new', disk], LIMIT);
    await run('ceph-osd', [...common, '-i', '0', '--no-mon-config', '--mkfs', '--osd-uuid', disk], LIMIT);
    await begin('ceph-osd', [...common, '-i', '0']);
    const login = await addLogin('nemus');
    await begin('radosgw', admin);
    const endpoint = `http://127.0.0.1:${gateway}`;
    await answers(endpoint, () => children.some((child) => child.exitCode !== null));
    return { endpoint, ...login, addLogin, end };
  } catch (cause) {
    const logs = ['ceph-mon', 'ceph-osd', 'radosgw'].map((name) =>
      readFile(path.join(folder, `${name}.log`), 'utf8').catch(() => ''),
    );
    const told = (await Promise.all(logs)).map((log) => log.slice(-2000)).join('\n');
    await end();
    throw new Error(`The S3 server did not start.\n${told}`, { cause });
  }
}

/** Reports a step that hangs; a busy machine gets enough time. */
const LIMIT = { timeout: 60_000 };

/** What differs between servers, and after it what does not. */
async function configuration(at: { folder: string; fsid: string; monitor: number; gateway: number }): Promise<string> {
  const first = randomInt(20_000, 28_000);
  return `[global]
fsid = ${at.fsid}
mon_host = v2:127.0.0.1:${at.monitor}
ms_bind_port_min = ${first}
ms_bind_port_max = ${first + 1000}
run_dir = ${at.folder}/run
crash_dir = ${at.folder}/run
mon_data = ${at.folder}/mon
osd_data = ${at.folder}/osd
keyring = ${at.folder}/keyring
rgw_frontends = beast endpoint=127.0.0.1:${at.gateway} tcp_nodelay=1

${await readFile(path.join(import.meta.dirname, 'ceph.conf'), 'utf8')}`;
}

async function answers(address: string, hasEnded: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 600 && !hasEnded(); attempt += 1) {
    if (
      await fetch(address).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No server answers at ${address}.`);
}
