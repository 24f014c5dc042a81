import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { programOf } from '../../tools/backend/src/program/program.mjs';
import { freePorts } from '../../tools/backend/src/server/http/free-ports';
import { BROTLI, nginxProgram } from '../../tools/portal/src/deploy/running-nginx';
import { temporaryFolder } from '../../tools/portal/src/serve/temporary-folder';
import { CERTIFICATE_FILES, certificateFolder, keyHash } from './certificate';

/** A machine of an operator, in a folder: `/srv`, `/etc` and `/var` of the guides are below it. */
export interface Machine {
  readonly root: string;
  /** Where the portal is reached. */
  readonly portal: string;
  readonly store: string;
  /** The gateway in front of sign-in service, tables, storage and functions. */
  readonly gateway: string;
  /** Of the certificate's public key, for a browser's list of trusted keys. */
  readonly keyHash: string;
  readonly ports: { readonly store: number; readonly gateway: number; readonly places: readonly [number, number] };
  /** All ports: of portal, store, gateway and the places of the functions. */
  readonly taken: readonly number[];
  /** Variables of every command. */
  readonly environment: Record<string, string>;
  /** What the guides write for an example, and what it is here; the first ones first. */
  readonly values: [said: string, here: string][];
  /** A file of the guides' machine, here. */
  at(file: string): string;
  /** A command of a guide, with the values of this machine. @param more further ones, in the words of the guide */
  read(text: string, more?: readonly (readonly [string, string])[]): string;
  /** Runs a command of a guide; throws its output when it fails. */
  run(text: string, options?: RunOptions): Promise<string>;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly values?: readonly (readonly [string, string])[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Runs a command by a shell with all its pipes. @returns its output */
function bash(text: string, cwd: string, environment: Readonly<Record<string, string | undefined>>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-eo', 'pipefail', '-c', text], {
      cwd,
      env: { ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    // Servers that it has started keep its pipes.
    child.once('exit', (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`\`${text}\` ended with ${code}:\n${output.trim().slice(-4000)}`));
    });
  });
}

/** The distribution's own nginx.conf, so that it runs for this user and beside another instance. */
function nginxMain(root: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${root}/var/lib/nginx/${kind};`,
  );
  return [
    `load_module ${BROTLI};`,
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    'worker_processes 1;',
    `pid ${root}/run/nginx.pid;`,
    'events { worker_connections 4096; }',
    `http { access_log off; ${temporary.join(' ')} include ${root}/etc/nginx/conf.d/*.conf; }`,
    '',
  ].join('\n');
}

/**
 * An empty machine: its folders, a certificate, and programs that act on it instead of the real system.
 *
 * @param before the machine whose addresses and variables it takes over
 */
export async function emptyMachine(checkout: string, before?: Machine): Promise<Machine> {
  const root = await realpath(await temporaryFolder('rehearsal'));
  const [portalPort = 0, store = 0, gateway = 0, first = 0, second = 0] = before?.taken ?? (await freePorts(5));
  const at = (file: string) => path.join(root, file);
  for (const folder of ['srv/nemus', 'etc/nginx/conf.d', 'etc/nemus', 'var/log/nginx', 'var/lib/nginx', 'run', 'bin'])
    await mkdir(at(folder), { recursive: true });
  for (const file of CERTIFICATE_FILES) await cp(path.join(certificateFolder(), file), at(`etc/nemus/${file}`));
  await writeFile(at('etc/nginx/nginx.conf'), nginxMain(root));
  const nginx = `${nginxProgram()} -p ${root} -e ${root}/var/log/nginx/error.log -c ${root}/etc/nginx/nginx.conf`;
  const release = await programOf('e2e/rehearsal/release-program.ts');
  const programs = {
    // The rest of `npx` is that of the system, behind this folder in PATH.
    npx: `[ "$1 $2" != "--no-install @nemus/release" ] && { PATH="\${PATH#*:}"; exec npx "$@"; }\nshift 2; exec node ${release} "$@"`,
    nginx: `exec ${nginx} "$@"`,
    // `reload-or-restart nginx` alone; the units of the functions are started by the rehearsal.
    systemctl: `[ "$*" = "reload-or-restart nginx" ] || exit 64\nif [ -s ${root}/run/nginx.pid ]; then exec ${nginx} -s reload; else exec ${nginx}; fi`,
  };
  for (const [name, text] of Object.entries(programs))
    await writeFile(at(`bin/${name}`), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  const environment: Record<string, string> = {
    ...before?.environment,
    NODE_EXTRA_CA_CERTS: at('etc/nemus/ca.pem'),
    CURL_CA_BUNDLE: at('etc/nemus/ca.pem'),
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    NX_TUI: 'false',
    NX_DAEMON: 'false',
  };
  const values: [string, string][] = [
    ['/srv/nemus', at('srv/nemus')],
    ['/etc/nginx', at('etc/nginx')],
    ['/var/lib/nginx', at('var/lib/nginx')],
    ['https://portal.example', `https://localhost:${portalPort}`],
    ['<store address>', `https://localhost:${store}`],
    ['--environment staging', '--environment production'],
  ];
  const read: Machine['read'] = (text, more = []) =>
    [...more, ...values].reduce((done, [said, here]) => done.replaceAll(said, here), text);
  return {
    root,
    portal: `https://localhost:${portalPort}`,
    store: `https://localhost:${store}`,
    gateway: `http://127.0.0.1:${gateway}`,
    keyHash: keyHash(),
    taken: [portalPort, store, gateway, first, second],
    ports: { store, gateway, places: [first, second] },
    environment,
    values,
    at,
    read,
    run: (text, { cwd = checkout, values: more, environment: own } = {}) =>
      bash(read(text, more), cwd, {
        ...process.env,
        ...environment,
        ...own,
        PATH: `${at('bin')}${path.delimiter}${process.env['PATH']}`,
      }),
  };
}

/** Stops nginx, if it runs. */
export async function stopNginx({ at }: Machine): Promise<void> {
  const pid = Number(await readFile(at('run/nginx.pid'), 'utf8').catch(() => '0'));
  if (pid > 0) process.kill(pid, 'SIGTERM');
}
