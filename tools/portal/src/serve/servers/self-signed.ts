import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import type { Certificate } from './listen';

/** A self-signed certificate, which only its maker has a reason to trust. */
export interface SelfSigned extends Certificate {
  /** SHA-256 of the public key as base64, for a browser's list of trusted keys. */
  readonly keyHash: string;
}

/** Makes a certificate for `localhost`, valid for a day, for servers of tests and benchmarks. Needs openssl. */
export function selfSigned(): SelfSigned {
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256'];
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const args = ['req', '-x509', ...curve, '-nodes', '-days', '1', ...name, '-keyout', '-', '-out', '-'];
  const made = execFileSync('openssl', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const [key = '', cert = ''] = made.match(/-----BEGIN [A-Z ]+-----[^]+?-----END [A-Z ]+-----\n/g) ?? [];
  const publicBytes = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return { key, cert, keyHash: createHash('sha256').update(publicBytes).digest('base64') };
}
