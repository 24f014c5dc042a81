import path from 'node:path';
import type { Signer } from '@nemus/registry';
import { packRelease } from '../pack';
import { publishRelease } from '../publish';
import type { ReleaseStore } from '../store/store';
import { PROVIDED } from './provided-names';
import { writeFiles } from './sample-app';

/** Page of the sample shell with this number. */
export function samplePage(number: number): string {
  return `<html><head><script>start(${number})</script></head><body>${number}</body></html>`;
}

/**
 * Builds, packs and publishes a sample shell: a page, a worker, a file that all builds share, and a lazy chunk.
 *
 * @returns its version.
 */
export async function publishSampleShell(
  { folder, store }: { readonly folder: string; readonly store: ReleaseStore },
  number: number,
  { signer, names = ['useState'] }: { readonly signer?: Signer; readonly names?: readonly string[] } = {},
): Promise<string> {
  const modules = { react: { version: '19.3.1', names } };
  const provides = { ...PROVIDED, shell: String(number).repeat(12), contract: '1.0.0', modules };
  const files = {
    'index.html': samplePage(number),
    'worker.js': `worker(${number});`,
    'provides.json': JSON.stringify(provides),
    'assets/react.js': 'react();'.repeat(100),
    [`assets/lazy.${number}.js`]: `lazy(${number});`,
    'content/impressum.md': 'an operator has another one',
  };
  const app = path.join(folder, `shell-${number}`);
  await writeFiles(path.join(app, 'dist/site'), files);
  const packed = await packRelease(app, { signerFor: () => Promise.resolve(signer) });
  await publishRelease(store, packed, { who: 'test' });
  return packed.release.version;
}
