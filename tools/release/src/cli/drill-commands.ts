import { Argument, type Command } from 'commander';
import { DRILLS, runDrill, type DrillName } from '../drill';
import type { OpenSession } from './session';

/** Incidents, rehearsed on a separate portal. */
export function addDrillCommands(program: Command, open: OpenSession): void {
  program
    .command('drill')
    .addArgument(new Argument('<name>', 'which incident').choices(DRILLS))
    .option('--pictures <folder>', 'where pictures of what users see go (default: a new temporary folder)')
    .description('play an incident on a local portal of its own, and show what users see and what the guides do')
    .action(async (name: DrillName, { pictures }: { pictures?: string }, command: Command) => {
      const session = open(command);
      const folder = pictures === undefined ? undefined : session.resolve(pictures);
      await runDrill({ root: session.root, name, pictures: folder });
      session.answer({ data: { drill: name }, text: `The drill "${name}" went as the guides say.` });
    });
}
