import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { PlaywrightTestConfig } from '@playwright/test';
import { z } from 'zod';
import { PORTAL_SETUP, portalServer, SHARED } from './playwright.config';

const ROOT = path.resolve(import.meta.dirname, '..');

const projectSchema = z.object({ name: z.string(), implicitDependencies: z.array(z.string()) });

/** Areas in a suite's `project.json`: the portal only has what Nx uses as inputs. */
function areasOf(folder: string): string[] {
  const { implicitDependencies } = projectSchema.parse(
    JSON.parse(readFileSync(path.join(folder, 'project.json'), 'utf8')),
  );
  return implicitDependencies.filter((name) => existsSync(path.join(ROOT, 'apps', name, 'remote.config.ts')));
}

/**
 * Playwright's configuration of one suite: its specs with a portal that only has the suite's declared areas. A spec
 * that needs another area fails, so that Nx never caches a result which that area could change.
 *
 * @param fixtures builds the fixture shell and areas before.
 * @param sampleData new accounts receive the sample set.
 * @param catalogue includes the seed's courses.
 */
export function room(
  folder: string,
  { fixtures = false, sampleData = true, catalogue = true } = {},
): PlaywrightTestConfig {
  return {
    ...SHARED,
    testDir: folder,
    outputDir: path.join(ROOT, 'test-results', path.basename(folder)),
    ...(fixtures && { globalSetup: PORTAL_SETUP }),
    webServer: portalServer(areasOf(folder), { sampleData, catalogue }),
  };
}
