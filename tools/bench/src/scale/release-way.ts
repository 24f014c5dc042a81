import path from 'node:path';
import { chromium, expect } from '@playwright/test';
import { localSigner, openFileStore, shellOfWorkspace, shipRelease } from '@nemus/release';
import { CHROMIUM_FLAGS, findChromium } from '../../../../libs/testing/src/smoke/chromium.mjs';
import { writeSampleApp } from '../../../release/src/samples/sample-app';
import type { BenchPortal } from '../browser/backend';
import { keptAfterVisit, newContext } from '../browser/journeys';
import { serveVariants } from '../browser/variants';
import { runBuild } from '../builds/build';
import { BENCH, ROOT, SHELL } from '../builds/paths';
import { spreadOf } from '../report/stats';

const RUNS = 3;
const NAME = 'bench-area';

/** Building and releasing one area against building one program, and how soon an open page shows it; as a table. */
export async function measureReleaseWay(portal: BenchPortal): Promise<string> {
  // Builds the monolith, and with it what it has built in.
  const served = await serveVariants(portal, ['portal', 'monolith']);
  const browser = await chromium.launch({ executablePath: findChromium() ?? undefined, args: CHROMIUM_FLAGS });
  try {
    const area: number[] = [];
    const program: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      area.push(await runBuild(path.join(ROOT, 'apps/payments')));
      program.push(await runBuild(path.join(BENCH, 'variants/monolith')));
    }
    const ship = async (patch: number, label: string) => {
      const started = performance.now();
      const appFolder = await writeSampleApp(path.join(portal.dataDir, 'way'), {
        name: NAME,
        patch,
        declaration: { menu: [{ id: NAME, path: `/${NAME}`, label, icon: 'area', order: 90 }] },
      });
      await shipRelease({
        store: openFileStore(path.join(portal.dataDir, 'store')),
        environment: 'local',
        appFolder,
        shell: shellOfWorkspace(SHELL),
        who: 'bench',
        why: label,
        signerFor: (remote, paths) => localSigner(portal.dataDir, remote, paths),
      });
      return performance.now() - started;
    };
    // The first release makes the area's key, which pages that are open do not know yet.
    await ship(0, 'Before');
    const renewed = await serveVariants(portal, ['portal']);
    const released: number[] = [];
    const visible: number[] = [];
    try {
      const [variant] = renewed.variants;
      if (!variant) throw new Error('The portal is not served.');
      const context = await newContext(browser, await keptAfterVisit(browser, variant, 'piw'));
      const page = await context.newPage();
      await page.goto(`${variant.origin}/dashboard`);
      const entry = (label: string) => page.getByRole('navigation').getByRole('link', { name: label, exact: true });
      await expect(entry('Before').first()).toBeVisible();
      for (let run = 1; run <= RUNS; run += 1) {
        const label = `Release ${run}`;
        released.push(await ship(run, label));
        const started = performance.now();
        await entry(run % 2 === 1 ? 'E-Learning' : 'Dashboard')
          .first()
          .click();
        await entry(label).first().waitFor();
        visible.push(performance.now() - started);
      }
    } finally {
      await renewed.close();
    }
    const row = (title: string, times: readonly number[]) => `| ${title} | ${spreadOf(times).median.toFixed(0)} ms |`;
    return [
      `Medians of ${RUNS}.`,
      '',
      '| Step | Time |',
      '|---|---|',
      row('Build one area (payments), whole process', area),
      row('Build the monolith, whole process', program),
      row('Pack, check, publish and promote one area', released),
      row('From the next click in an open page to what was promoted', visible),
      '',
      'An open page asks for the registry when an area is opened, and every five minutes. The monolith would be deployed as a whole, and an open page would have it after a reload.',
    ].join('\n');
  } finally {
    await browser.close();
    await served.close();
  }
}
