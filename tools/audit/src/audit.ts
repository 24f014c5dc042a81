/**
 * `npm run audit -w @nemus/audit`: opens one page of every kind in a portal of its own, and lets the Nu HTML checker
 * and Lighthouse look at each. Ends with 1 when either finds anything. The checkers are installed by the first run;
 * they need Java.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { addressesOf } from '../../portal/src/serve/addresses';
import { buildApps } from '../../portal/src/serve/build';
import { startPortal } from '../../portal/src/serve/portal';
import { temporarySettings } from '../../portal/src/harness/temporary-settings';
import { AuditImpossible, installCheckers, requireJava } from './checkers';
import { checkHtml } from './html';
import { runLighthouse } from './lighthouse';
import { AUDITED_PAGES, nameOf } from './pages';
import { visitAs } from './visits';

/** Findings of one page. */
interface Audited {
  readonly name: string;
  readonly document: string;
  readonly lighthouse: readonly string[];
}

async function openAll(portal: string): Promise<Audited[]> {
  const audited: Audited[] = [];
  for (const account of [null, 'piw', 'institution'] as const) {
    await visitAs(account, portal, async ({ port, documentOf }) => {
      for (const page of AUDITED_PAGES.filter((each) => each.account === account)) {
        const document = await documentOf(page.address);
        const lighthouse = await runLighthouse(`${portal}${page.address}`, port);
        audited.push({ name: nameOf(page), document, lighthouse });
        process.stdout.write(`  opened ${nameOf(page)}\n`);
      }
    });
  }
  return audited;
}

async function main(): Promise<boolean> {
  await requireJava();
  await installCheckers();
  await buildApps();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'nemus-audit-'));
  const settings = await temporarySettings(dataDir);
  const running = await startPortal(settings);
  try {
    const audited = await openAll(addressesOf(settings).portal);
    const html = await checkHtml(audited.map(({ document }) => document));
    const lines = audited.map(({ name, lighthouse }, index) => {
      const findings = [...lighthouse, ...(html[index] ?? [])];
      process.stdout.write(`${findings.length === 0 ? 'ok    ' : 'FAILED'} ${name}\n`);
      for (const finding of findings) process.stdout.write(`         ${finding}\n`);
      return findings.length;
    });
    return lines.every((count) => count === 0);
  } finally {
    await running.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

main().then(
  (isWell) => process.exit(isWell ? 0 : 1),
  (error: unknown) => {
    const readable = error instanceof AuditImpossible || (error instanceof Error && error.name === 'BuildFailed');
    process.stderr.write(`\n  ${readable ? error.message : error instanceof Error ? error.stack : String(error)}\n\n`);
    process.exit(1);
  },
);
