import { diffReleases } from '../diff';
import type { RemoteFigures } from '../figures';
import { EXPIRY_LIMITS, readExpiries, type Expiry, type ExpiryLimits } from '../expiring';
import { collectReleases, type CollectRequest } from '../gc';
import { Refusal } from '../refusal';
import { openPublished } from '../release-files';
import { resolveStack } from '../resolve-stack';
import { readStatus, type RemoteStatus } from '../status';
import { purgeLog, STORE_LOG } from '../store/store';
import { verifyEnvironment } from '../verify';
import type { ReleaseCommand } from './command';
import { count, days } from './options';
import { table } from './terminal';

/** Commands that read, and the one that cleans up: status, history, diff, verify, resolve, shell, gc. */
export function addInspectCommands(program: ReleaseCommand): void {
  program
    .command('status')
    .argument('[remote]', 'one area (default: all)')
    .description('what users get now')
    .does(async (session, remote: string | undefined) => {
      const status = await readStatus(session.store(), session.environment, remote);
      const head =
        status.revision === 0
          ? `${status.environment}: nothing was promoted yet.`
          : `${status.environment}: revision ${status.revision} of ${status.issuedAt}, expires ${status.expiresAt}`;
      session.answer({ data: status, text: [head, '', ...status.remotes.map(describeRemote)].join('\n') });
    });

  program
    .command('expiring')
    .argument('[remote]', 'one area (default: all, the registry and the stop list)')
    .option('--days <number>', 'warn when registry or entries expire in fewer days', days, EXPIRY_LIMITS.days)
    .option('--stop-days <number>', 'warn when the stop list expires in fewer days', days, EXPIRY_LIMITS.stopDays)
    .description('when signatures expire; exit code 1 when one must be renewed now')
    .does(async (session, remote: string | undefined, options: ExpiryLimits) => {
      const expiries = await readExpiries(session.store(), session.environment, {
        ...(remote === undefined ? {} : { remote }),
        limits: options,
      });
      const due = expiries.filter((expiry) => expiry.due);
      if (due.length > 0) {
        throw new Refusal(
          'expiring',
          `${due.length} of ${expiries.length} signed documents in "${session.environment}" must be renewed.`,
          `Run ${due.map(({ renewWith }) => `"npx --no-install @nemus/release ${renewWith}"`).join(', ')}.`,
          { details: due.map(describeExpiry) },
        );
      }
      const text = expiries.length > 0 ? expiries.map(describeExpiry).join('\n') : 'Nothing is signed yet.';
      session.answer({ data: { expiries }, text });
    });

  program
    .command('history')
    .argument('[remote]', 'one area (default: all)')
    .option('--limit <number>', 'how many lines, newest first', count, 20)
    .option('--published', 'publishing and cleaning up instead of changes for users')
    .description('who changed what, when and why')
    .does(async (session, remote: string | undefined, options: { limit: number; published?: boolean }) => {
      const store = session.store();
      const log = await store.readAudit(options.published ? STORE_LOG : session.environment);
      const purges = options.published || !store.notePurge ? [] : await store.readAudit(purgeLog(session.environment));
      const lines = [...log, ...purges]
        .toSorted((one, other) => one.at.localeCompare(other.at))
        .filter((line) => remote === undefined || line.remote === remote)
        .toReversed()
        .slice(0, options.limit);
      const rows = lines.map(({ at, who, action, remote: area, from, to, why, forced }) => [
        at,
        who,
        action,
        area,
        `${from ?? '-'} -> ${to ?? '-'}`,
        forced ? `${why} (overruled: ${forced.join('; ')})` : why,
      ]);
      session.answer({ data: { lines }, text: rows.length > 0 ? table(rows) : 'Nothing happened yet.' });
    });

  program
    .command('diff')
    .argument('<remote>', 'name of the area')
    .argument('[from]', 'version (default: the stable one)')
    .argument('[to]', 'version (default: the one published last)')
    .description('what changes from one release to another')
    .does(async (session, remote: string, from: string | undefined, to: string | undefined) => {
      const store = session.store();
      const stable = (await readStatus(store, session.environment, remote)).remotes[0]?.stable;
      const after = await session.version(remote, to);
      const before = from ?? stable;
      if (before === undefined) {
        const text = `"${remote}" has no release in "${session.environment}" yet: all of ${after} is new.`;
        session.answer({ data: { remote, from: null, to: after, differences: [] }, text });
        return;
      }
      const differences = await diffReleases(
        await openPublished(store, remote, before),
        await openPublished(store, remote, after),
      );
      const text = differences.map(({ part, from: old, to: next }) =>
        [part, ...lines('-', old), ...lines('+', next)].join('\n'),
      );
      session.answer({
        data: { remote, from: before, to: after, differences },
        text: text.join('\n') || 'No difference.',
      });
    });

  program
    .command('verify')
    .option('--store-url <url>', 'address of the store for browsers; every file is fetched from there as well')
    .description('walk every hash and signature of an environment')
    .does(async (session) => {
      const result = await verifyEnvironment({
        store: session.store(),
        environment: session.environment,
        trustedKeys: await session.trustedKeys(),
        operatorKeys: await session.operatorKeys(),
        storeUrl: session.storeUrl,
        onRelease: (name) => session.progress(`Walking ${name} …`),
      });
      if (result.problems.length > 0) {
        throw new Refusal(
          'damaged',
          `"${session.environment}" is not as it should be.`,
          'Roll the area back to an undamaged release, or publish and promote it again.',
          { details: result.problems },
        );
      }
      const { releases, files } = result;
      session.answer({ data: result, text: `${releases} releases with ${files} files are as they were published.` });
    });

  program
    .command('resolve')
    .argument('<what>', 'support id of an error card, file with a stack trace, or - for a piped one')
    .option('--area <name>', 'area of places without an address, such as those on /operations')
    .option(
      '--health-url <url>',
      'project that browsers report to, if it is not the store; its key in NEMUS_HEALTH_KEY',
    )
    .description('print where in the sources an error happened; messages are left out')
    .does(async (session, what: string, options: { area?: string; healthUrl?: string }) => {
      const store = session.store();
      const isId = /^[A-Z2-9]{4}-[A-Z2-9]{4}$/.test(what);
      const reports = isId ? await session.reports(store, what, options.healthUrl) : [];
      if (isId && reports.length === 0) {
        throw new Refusal(
          'nothing-to-do',
          `No report of ${what} is known to this login.`,
          'Reports are kept for 14 days. Ask for the stack trace on /diagnose, and pipe it into "resolve -".',
        );
      }
      const stacks = isId
        ? reports.map((report) => ({ ...report, text: report.detail }))
        : [{ remote: options.area, version: undefined, text: await session.text(what) }];
      const resolved = [];
      for (const { text, remote, ...report } of stacks) {
        const owner = remote === undefined ? undefined : { remote, version: report.version };
        resolved.push({ ...report, remote, stack: await resolveStack(store, text, owner) });
      }
      const text = resolved.flatMap((each) => [
        ...('hour' in each ? [`${each.remote} ${each.version ?? ''}: ${each.name}, ${each.hour}`] : []),
        ...(each.stack.length > 0 ? each.stack : ['No place in a script.']).map((line) => `    ${line}`),
      ]);
      session.answer({ data: { resolved }, text: text.join('\n') });
    });

  program
    .command('shell')
    .description('print what the shell of this checkout provides, for --shell elsewhere')
    .does(async (session) => {
      const facts = await session.shell();
      session.answer({ data: facts, text: JSON.stringify(facts, null, 2) });
    });

  program
    .command('gc')
    .option('--keep <number>', 'newest versions of each area that stay in any case', count, 5)
    .option('--days <number>', 'days that a release stays: pages open then may still ask for it', days, 30)
    .option('--unfinished', 'also remove unfinished uploads; only while no one publishes')
    .option('--previews-only', 'remove only previews that have ended')
    .option('--dry-run', 'only say what would be removed')
    .description('remove releases that no environment and no open page can need')
    .does(async (session, options: Omit<CollectRequest, 'store' | 'who'>) => {
      const result = await collectReleases({ ...options, store: session.store(), who: session.who() });
      const list = result.removed.map(({ remote, version, why }) => `${remote} ${version}: ${why}`);
      const verb = options.dryRun ? 'Would remove' : 'Removed';
      session.answer({
        data: result,
        text: [
          ...list,
          `${verb} ${result.removed.length} releases and ${result.shared.length} files that no other release has; ${result.kept} stay.`,
        ].join('\n'),
      });
    });
}

function describeExpiry({ kind, remote, expiresAt, daysLeft }: Expiry): string {
  const what = remote === null ? kind : `${kind} of ${remote}`;
  return daysLeft < 0 ? `${what}: expired at ${expiresAt}` : `${what}: ${daysLeft} days left, until ${expiresAt}`;
}

function describeRemote(remote: RemoteStatus): string {
  const rows = [
    ['  stable', remote.stable],
    ...(remote.canary
      ? [['  canary', `${remote.canary.version} for ${remote.canary.percent} % ${remote.canary.cohorts.join(', ')}`]]
      : []),
    ...(remote.canaryHalted === null ? [] : [['  canary stopped by itself', remote.canaryHalted]]),
    ...remote.health.map((figures) => ['  in browsers', describeFigures(figures)]),
    ...(remote.enabled ? [] : [['  switched off', remote.disabledReason ?? '']]),
    ...remote.stops.map((stop) => ['  stopped by an operator', stop]),
    ['  last good', remote.lastGood.join(', ') || 'none'],
    ['  signed until', remote.signedUntil ?? 'not signed'],
    ['  published', `${remote.published.length} versions`],
  ];
  return `${remote.name} (team ${remote.team})\n${table(rows)}\n`;
}

function describeFigures({ version, accounts, failedAccounts, loadMs, mountMs }: RemoteFigures): string {
  const share = accounts === 0 ? 0 : Math.round((failedAccounts / accounts) * 1000) / 10;
  const times = `load ${loadMs ?? '-'} ms, start ${mountMs ?? '-'} ms`;
  return `${version}: ${accounts} accounts, ${failedAccounts} failed (${share} %), ${times}`;
}

function lines(mark: string, text: string): string[] {
  return text === '' ? [] : text.split('\n').map((line) => `  ${mark} ${line}`);
}
