import type { Command } from 'commander';
import { ReleaseCommand } from './command';
import { addInspectCommands } from './inspect-commands';
import { addKeyCommands } from './key-commands';
import { addPointerCommands } from './pointer-commands';
import { addShellCommands } from './shell-commands';
import { addStopCommands } from './stop-commands';
import { addProposalCommands } from './proposal-commands';
import { addReleaseCommands } from './release-commands';
import type { Terminal } from './terminal';

/** The whole command line. */
export function buildProgram(terminal: Terminal): Command {
  const program = new ReleaseCommand(terminal, 'npx --no-install @nemus/release')
    .description('Releases areas of the portal: pack, check, publish, promote, and take back.')
    .option(
      '-s, --store <folder or address>',
      "release store: a folder, a Supabase project, or s3://bucket/folder (NEMUS_STORE; default: the local portal's)",
    )
    .option(
      '-e, --environment <name>',
      'environment to look at or change',
      terminal.env['NEMUS_ENVIRONMENT'] ?? 'local',
    )
    .option('--json', 'answer as JSON')
    .option('--who <name>', 'who asks, for the audit log (NEMUS_WHO; default: the git address)')
    .option('--why <text>', 'why, for the audit log')
    .option('--trust <file>', 'keys that the shell pins: its config.json (NEMUS_TRUST)')
    .showHelpAfterError('Add --help for the commands and their options.')
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .addHelpText('after', EXAMPLES);
  addReleaseCommands(program);
  addPointerCommands(program);
  addStopCommands(program);
  addShellCommands(program);
  addProposalCommands(program);
  addInspectCommands(program);
  addKeyCommands(program);
  return program;
}

const EXAMPLES = `
A release, from build to all users:
  npx nx build trainee
  npx --no-install @nemus/release pack trainee
  npx --no-install @nemus/release check trainee
  npx --no-install @nemus/release publish trainee
  npx --no-install @nemus/release canary set trainee --percent 5 --why "new calendar"
  npx --no-install @nemus/release promote trainee --why "new calendar"

When it goes wrong:
  npx --no-install @nemus/release rollback trainee --why "calendar is empty"
  npx --no-install @nemus/release disable trainee --reason "Wir warten die Termine." --why "incident 12"

For operators, whom no team can overrule:
  npx --no-install @nemus/release stop trainee --reason "Wir warten die Termine." --why "incident 12"
  npx --no-install @nemus/release start trainee --why "incident 12 resolved"

A store that is a Supabase project signs in with NEMUS_STORE_KEY (publishable key), NEMUS_STORE_EMAIL and
NEMUS_STORE_PASSWORD, and gives its second factor with NEMUS_STORE_FACTOR: a code, or on a build server the app's
secret. The database decides what the login may release.

A bucket signs in as Amazon's own tools do (AWS_ACCESS_KEY_ID, AWS_PROFILE, …), at another server with
"s3://bucket/folder?endpoint=https://…" or NEMUS_S3_ENDPOINT; the bucket's policy decides what the login may write.

Exit codes: 0 done, 1 refused (with cause and remedy), 2 usage error.`;
