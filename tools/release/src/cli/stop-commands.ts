import { haltCanary, readStops, renewStops, startArea, stopArea, type StopResult } from '../stops';
import { reasonUntil } from '../notice';
import type { ReleaseCommand } from './command';
import { days, withNotice, type NoticeOptions } from './options';
import type { Session } from './session';
import { table } from './terminal';

/** Commands of operators: stop, start, and the list of stops. */
export function addStopCommands(program: ReleaseCommand): void {
  withNotice(withOperatorKey(program.command('stop')))
    .argument('<remote>', 'name of the area')
    .option('--versions <version...>', 'single releases (default: the whole area)')
    .option('--canary', 'only the canary that runs')
    .description('stop an area as an operator: no team can take it back')
    .does(async (session, remote: string, options: StopOptions) => {
      const { reason, by, until, versions, canary } = options;
      const request = { ...(await session.stops()), remote, reason: reasonUntil(reason, until), by };
      const result = canary ? await haltCanary(request) : await stopArea({ ...request, versions });
      answerStops(session, `Stopped "${remote}"`, result);
    });

  withOperatorKey(program.command('start'))
    .argument('<remote>', 'name of the area')
    .description('take an area off the list of stops; what its team switched off stays off')
    .does(async (session, remote: string) => {
      answerStops(session, `Started "${remote}"`, await startArea({ ...(await session.stops()), remote }));
    });

  const stops = program.command('stops').description('the list of what operators have stopped');

  stops
    .command('show', { isDefault: true })
    .option('--document', 'print the signed list itself, to be delivered from another server')
    .description('what is stopped, and until when the list counts')
    .does(async (session, { document }: { document?: boolean }) => {
      const { environment } = session;
      const list = await readStops({ store: session.store(), environment }, await session.operatorKeys());
      if (!list) {
        session.answer({
          data: { list },
          text: `"${environment}" has no stop list yet: "npx --no-install @nemus/release stops renew" makes one.`,
        });
        return;
      }
      const { serial, expiresAt, areas, canaries } = list;
      const rows = [
        ...areas.map(({ name, versions, reason, by, since }) => [
          name,
          versions?.join(', ') ?? 'all',
          reason,
          by,
          since,
        ]),
        ...canaries.map(({ name, version, reason, by, since }) => [name, `canary ${version}`, reason, by, since]),
      ];
      const head = `Stop list ${serial} of "${environment}", counts until ${expiresAt}.`;
      const text = rows.length > 0 ? `${head}\n${table(rows)}` : `${head} Nothing is stopped.`;
      session.answer({ data: { list }, text: document ? JSON.stringify(list) : text });
    });

  withOperatorKey(stops.command('renew'))
    .description('sign the list again before it expires; makes an empty one the first time')
    .does(async (session) => {
      answerStops(session, 'Renewed the stop list', await renewStops(await session.stops()));
    });
}

interface StopOptions extends NoticeOptions {
  readonly versions?: readonly string[];
  readonly canary?: boolean;
}

function withOperatorKey(command: ReleaseCommand): ReleaseCommand {
  return command
    .option('--key <file>', "the operators' key file; its text in NEMUS_OPERATOR_KEY works as well")
    .option('--valid-for <days>', 'days until the list expires (default: 7, 14 at most)', days);
}

function answerStops(session: Session, what: string, result: StopResult): void {
  const { status, serial, expiresAt, stopped } = result;
  const text =
    status === 'unchanged'
      ? 'Nothing to change.'
      : `${what} in "${session.environment}": list ${serial}, to be renewed before ${expiresAt}.\n` +
        `Stopped now: ${stopped.join(', ') || 'nothing'}.`;
  session.answer({ data: { environment: session.environment, ...result }, text });
}
