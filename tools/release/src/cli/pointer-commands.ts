import { CANARY_STEPS, DEFAULT_BOUND, setCanary, stepCanary, stopCanary } from '../canary';
import { readCurrent, type ChangeResult } from '../change';
import { figuresReader, judgeCanaries, watchCanaries, type HaltedCanary } from '../health';
import { promoteRelease, renewEntry, rollbackRelease } from '../promote';
import { disableRemote, enableRemote, retireRemote } from '../switch';
import { reasonUntil } from '../notice';
import type { ReleaseCommand } from './command';
import {
  count,
  days,
  percent,
  seconds,
  withGate,
  withNotice,
  withSignedEntry,
  withSmoke,
  type NoticeOptions,
} from './options';
import type { Session } from './session';

/** Commands that change what users get: promote, rollback, canary, disable, enable, renew, retire. */
export function addPointerCommands(program: ReleaseCommand): void {
  withSmoke(withGate(withSignedEntry(program.command('promote'))))
    .argument('<remote>', 'name of the area')
    .argument('[version]', 'published version (default: the one published last)')
    .description('give a published release to all users')
    .does(async (session, remote: string, version: string | undefined) => {
      const chosen = await session.version(remote, version);
      session.progress(`Checking ${remote} ${chosen} …`);
      const result = await promoteRelease({
        ...(await session.change(remote)),
        ...(await session.releaseGate(remote, chosen)),
        version: chosen,
      });
      answerChange(session, remote, result, `${chosen} is the stable release of "${remote}" already.`);
    });

  withGate(withSignedEntry(program.command('rollback')))
    .argument('<remote>', 'name of the area')
    .option('--to <version>', 'published version (default: the last good one)')
    .description('go back to an earlier release, at once')
    .does(async (session, remote: string, options: { to?: string }) => {
      const request = { ...(await session.change(remote)), ...(await session.gate()), version: options.to };
      answerChange(session, remote, await rollbackRelease(request));
    });

  withSignedEntry(program.command('renew'))
    .argument('<remote>', 'name of the area')
    .option('--within <days>', 'only when it expires in fewer days (default: always)', days)
    .description('sign the entry again before it expires; changes nothing else')
    .does(async (session, remote: string, { within }: { within?: number }) => {
      const result = await renewEntry(await session.change(remote), within);
      answerChange(session, remote, result, `"${remote}" is valid for ${within} more days.`);
    });

  withNotice(program.command('disable'))
    .argument('<remote>', 'name of the area')
    .description('switch an area off for all users, at their next navigation')
    .does(async (session, remote: string, { reason, by, until }: NoticeOptions) => {
      const request = { ...(await session.change(remote)), reason: reasonUntil(reason, until), by };
      const result = await disableRemote(request);
      answerChange(session, remote, result, `"${remote}" is off already, for the same reason.`);
    });

  program
    .command('enable')
    .argument('<remote>', 'name of the area')
    .description('switch an area on again')
    .does(async (session, remote: string) => {
      answerChange(session, remote, await enableRemote(await session.change(remote)), `"${remote}" is on already.`);
    });

  program
    .command('retire')
    .argument('<remote>', 'name of the area')
    .description('take an area out of the environment; its paths are free, its releases stay')
    .does(async (session, remote: string) => {
      answerChange(session, remote, await retireRemote(await session.change(remote)));
    });

  addCanaryCommands(program.command('canary').description('give a release to some accounts first'));
}

function addCanaryCommands(canary: ReleaseCommand): void {
  withSmoke(withGate(withSignedEntry(canary.command('set'))))
    .argument('<remote>', 'name of the area')
    .argument('[version]', 'published version (default: the one published last)')
    .requiredOption('--percent <number>', 'share of accounts, 0 to 100', percent)
    .option('--cohort <name...>', 'groups that get it in any case, such as staff')
    .option(
      '--bound <percent>',
      `share of failed accounts at which it stops by itself (default: ${DEFAULT_BOUND.failureRate * 100})`,
      percent,
    )
    .option('--accounts <number>', `accounts before that counts (default: ${DEFAULT_BOUND.minimumAccounts})`, count)
    .option('--salt <text>', 'draws the accounts (default: the version)')
    .description('set a canary; replaces one that runs')
    .does(async (session, remote: string, version: string | undefined, options: CanaryOptions) => {
      const chosen = await session.version(remote, version);
      const result = await setCanary({
        ...(await session.change(remote)),
        ...(await session.releaseGate(remote, chosen)),
        version: chosen,
        percent: options.percent,
        cohorts: options.cohort,
        salt: options.salt,
        bound: {
          failureRate: options.bound === undefined ? DEFAULT_BOUND.failureRate : options.bound / 100,
          minimumAccounts: options.accounts ?? DEFAULT_BOUND.minimumAccounts,
        },
      });
      answerChange(session, remote, result);
    });

  withSignedEntry(canary.command('step'))
    .argument('<remote>', 'name of the area')
    .option('--percent <number>', `share of accounts (default: the next of ${CANARY_STEPS.join(', ')})`, percent)
    .description('widen a canary; users who have it keep it')
    .does(async (session, remote: string, options: { percent?: number }) => {
      answerChange(session, remote, await stepCanary({ ...(await session.change(remote)), percent: options.percent }));
    });

  withSignedEntry(canary.command('stop'))
    .argument('<remote>', 'name of the area')
    .description('end a canary; all users get the stable release')
    .does(async (session, remote: string) => {
      answerChange(session, remote, await stopCanary(await session.change(remote)));
    });
  addWatchCommand(canary);
}

/** The watch as a command: for stores that keep no figures themselves. */
function addWatchCommand(canary: ReleaseCommand): void {
  canary
    .command('watch')
    .requiredOption('--health-url <url>', 'project that browsers report to; its secret key in NEMUS_HEALTH_KEY')
    .option('--every <seconds>', 'how often to look', seconds, 15)
    .option('--once', 'look once and end')
    .description('stop canaries that fail for too many; a Supabase store does it by itself')
    .does(async (session, options: { healthUrl: string; every: number; once?: boolean }) => {
      const read = figuresReader({ url: options.healthUrl, key: session.healthKey() });
      const halted: HaltedCanary[] = [];
      const onHalt = (canaryHalted: HaltedCanary) => {
        halted.push(canaryHalted);
        session.progress(`Stopped ${canaryHalted.remote} ${canaryHalted.version}: ${canaryHalted.reason}.`);
      };
      if (options.once) {
        const { registry } = await readCurrent(session.store(), session.environment);
        (await judgeCanaries(session.store(), session.environment, await read(registry))).forEach(onHalt);
      } else {
        const end = new AbortController();
        for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end.abort());
        const onError = (error: unknown) => session.progress(error instanceof Error ? error.message : String(error));
        await watchCanaries({
          store: session.store(),
          environment: session.environment,
          read,
          everyMs: options.every * 1000,
          signal: end.signal,
          onHalt,
          onError,
        });
      }
      session.answer({ data: { halted }, text: `${halted.length} canaries were stopped.` });
    });
}

interface CanaryOptions {
  readonly percent: number;
  readonly cohort?: readonly string[];
  readonly bound?: number;
  readonly accounts?: number;
  readonly salt?: string;
}

/** Answers with what a change did. */
export function answerChange(
  session: Session,
  remote: string,
  result: ChangeResult,
  unchanged = 'Nothing to change.',
): void {
  const { status, revision, from, to } = result;
  const step = `${from ?? 'nothing'} -> ${to ?? 'nothing'}`;
  const texts = {
    unchanged,
    changed: `${remote} in "${session.environment}": ${step} (revision ${revision}).`,
    proposed: `Proposed for "${session.environment}": ${step}. No user has it yet: another person with a key of "${remote}" runs "npx --no-install @nemus/release review ${remote}".`,
  };
  const text = texts[status];
  session.answer({ data: { remote, environment: session.environment, ...result }, text });
}
