import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { readManifest, workspaceRoot } from './workspace';

const MOST_BYTES = 20_000_000;

/** The file of a release that lists the packages it was built with (CycloneDX). Older shells ignore it. */
export const SBOM_FILE = 'sbom.json';
/** The property with the digest of the lock file. */
export const LOCK_PROPERTY = 'nemus:package-lock';

/** What of the document is read; the rest is for other tools. */
export const sbomSchema = z.object({
  specVersion: z.string(),
  metadata: z.object({ properties: z.array(z.object({ name: z.string(), value: z.string() })).default([]) }),
  components: z.array(
    z.object({
      type: z.string(),
      name: z.string(),
      version: z.string().default(''),
      purl: z.string(),
      licenses: z.array(z.unknown()).optional(),
    }),
  ),
});

/** The list of packages of an app. */
export async function bill(folder: string) {
  const root = workspaceRoot(folder);
  const { name, version } = readManifest(folder);
  const own = realpathSync(root) === realpathSync(folder) ? [] : ['--workspace', name];
  // Not `--omit dev`: npm 11 then also leaves out packages that tools of the workspace need as well, such as react.
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', ...own];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: root, maxBuffer: MOST_BYTES });
  const { specVersion, components } = sbomSchema.parse(JSON.parse(stdout));
  const lock = createHash('sha384')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('base64');
  return {
    bomFormat: 'CycloneDX',
    specVersion,
    version: 1,
    metadata: {
      component: { type: 'application', name, version },
      properties: [{ name: LOCK_PROPERTY, value: `sha384-${lock}` }],
    },
    components: components.toSorted((one, other) => (one.purl < other.purl ? -1 : 1)),
  };
}
