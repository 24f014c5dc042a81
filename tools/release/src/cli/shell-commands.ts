import type { Command } from 'commander';
import { Refusal } from '../refusal';
import { publishedShells, publishShell } from '../shells-in-use';
import { withPortal } from './options';
import type { OpenSession } from './session';
import { table } from './terminal';

/** Commands of the platform team: which shells users have. */
export function addShellCommands(program: Command, open: OpenSession): void {
  const shells = program.command('shells').description('the shells that users of an environment have');

  shells
    .command('show', { isDefault: true })
    .description('which were published, and which of them releases are compared with')
    .action(async (_options: object, command: Command) => {
      const session = open(command);
      const published = await publishedShells(session.store(), session.environment);
      const rows = published.map(({ id, at, inUse, provides }) => [
        id,
        at,
        provides ? `contract ${provides.contract}` : '',
        inUse ? 'in use' : 'over',
      ]);
      const data = { shells: published.map(({ id, at, inUse }) => ({ id, at, inUse })) };
      const text = rows.length > 0 ? table(rows) : `No shell was published for "${session.environment}".`;
      session.answer({ data, text });
    });

  withPortal(shells.command('publish'))
    .option('--shell <file>', 'facts of the shell (NEMUS_SHELL; default: the shell of this checkout)')
    .description('say that users have this shell from now on: the one of --portal, or the one that is built here')
    .action(async (_options: object, command: Command) => {
      const session = open(command);
      const { provides } = await session.shellOfUsers();
      if (!provides) {
        throw new Refusal(
          'not-built',
          'No facts of this shell are given.',
          'Build it ("npx nx build shell"), or name the portal that serves it: --portal <address>.',
        );
      }
      const status = await publishShell(session.store(), session.environment, provides);
      const verb = status === 'created' ? 'Published' : 'Nothing to do: published already is';
      session.answer({
        data: { status, shell: provides.shell },
        text: `${verb} the shell ${provides.shell} for "${session.environment}".`,
      });
    });
}
