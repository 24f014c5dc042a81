/**
 * `npm run bench:trust`: what checking the registry costs before anything runs, for registries of one team per area.
 * Signatures are those of the releases, ECDSA by WebCrypto; writes docs/benchmarks/trust.md.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateKeyPair, openRegistry, openSigner, signEntry, type TrustedKeys } from '@nemus/registry';
import { sampleEntry, sampleRegistry } from '@nemus/registry/samples';

const ROUNDS = 200;
const AREAS = [4, 6, 25, 100] as const;
const NOW = new Date('2026-06-15T00:00:00.000Z');
const LATER = new Date('2026-07-15T00:00:00.000Z');
const TARGET = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../docs/benchmarks/trust.md');

/** Text of a registry of `count` areas, each signed by its own team, and the keys that a shell pins for it. */
async function signedRegistry(count: number): Promise<{ text: string; trustedKeys: TrustedKeys }> {
  const trustedKeys: Record<string, TrustedKeys[string]> = {};
  const remotes = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const name = `area-${index}`;
      const pair = await generateKeyPair();
      trustedKeys[name] = { keys: [{ id: pair.keyId, publicKey: pair.publicKey }], routes: [`/${name}`] };
      const terms = { environment: 'test', serial: 1, issuedAt: NOW, expiresAt: LATER };
      return signEntry(sampleEntry(name), await openSigner(pair), terms);
    }),
  );
  return { text: JSON.stringify({ ...sampleRegistry(), remotes }), trustedKeys };
}

/** Milliseconds of every check, in order. */
async function measure(count: number): Promise<number[]> {
  const { text, trustedKeys } = await signedRegistry(count);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    const opened = await openRegistry(text, { environment: 'test', now: NOW, trustedKeys, seen: null });
    times.push(performance.now() - start);
    if (!opened.ok || opened.registry.remotes.length !== count) throw new Error('The registry was not accepted whole.');
  }
  return times;
}

const rows: string[] = [];
for (const count of AREAS) {
  const times = await measure(count);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
  rows.push(`| ${count} | ${(times[0] ?? 0).toFixed(1)} | ${at(0.5)} | ${at(0.95)} |`);
}
const page = `# What trust costs

Written by \`npm run bench:trust\`: reading a registry and verifying each area's signature with its team's pinned key, milliseconds in Node ${process.versions.node.split('.')[0]}, ${ROUNDS} rounds. The first line's first call also warms up the process.

| Areas | First call | Median | p95 |
| ----: | ---------: | -----: | --: |
${rows.join('\n')}
`;
await writeFile(TARGET, page);
console.log(page);
