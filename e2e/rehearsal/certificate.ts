import { execFileSync, spawn } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const FOLDER = 'NEMUS_REHEARSAL_CERTIFICATE';
/** The authority's certificate, and the key and certificate of `localhost`. */
export const CERTIFICATE_FILES = ['ca.pem', 'key.pem', 'chain.pem'] as const;

/** The folder of the certificate that the machines of the rehearsal have, and this process and its commands trust. */
export function certificateFolder(): string {
  const folder = process.env[FOLDER];
  if (folder === undefined) throw new Error('Not started with a certificate.');
  return folder;
}

/** SHA-256 of the certificate's public key, for a browser's list of trusted keys. */
export function keyHash(): string {
  const certificate = new X509Certificate(readFileSync(path.join(certificateFolder(), 'chain.pem')));
  return createHash('sha256')
    .update(certificate.publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
}

/** A certificate by an authority of its own: Deno takes no certificate that has signed itself. */
function makeCertificate(folder: string): void {
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  const authority = ['-subj', '/CN=Rehearsal', '-keyout', 'ca-key.pem', '-out', 'ca.pem'];
  const names = ['-addext', 'subjectAltName=DNS:localhost', '-addext', 'basicConstraints=critical,CA:FALSE'];
  const own = [
    '-CA',
    'ca.pem',
    '-CAkey',
    'ca-key.pem',
    '-subj',
    '/CN=localhost',
    '-keyout',
    'key.pem',
    '-out',
    'chain.pem',
  ];
  for (const more of [authority, [...own, ...names]])
    execFileSync('openssl', [...made, ...more], { cwd: folder, stdio: 'ignore' });
}

/** Runs the work in a process that trusts a new certificate: Node reads what it trusts at its start. */
export async function withCertificate(work: () => Promise<void>): Promise<void> {
  if (process.env[FOLDER] !== undefined) return work();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nemus-rehearsal-'));
  makeCertificate(folder);
  const child = spawn(process.execPath, [...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
    env: { ...process.env, NODE_EXTRA_CA_CERTS: path.join(folder, 'ca.pem'), [FOLDER]: folder },
  });
  // Ctrl-C reaches both; the child ends what it has started.
  const ignore = () => undefined;
  process.on('SIGINT', ignore).on('SIGTERM', () => child.kill('SIGTERM'));
  process.exitCode = await new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  process.removeListener('SIGINT', ignore);
  rmSync(folder, { recursive: true, force: true });
}
