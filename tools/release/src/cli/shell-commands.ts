import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { deployShell } from '../shell/deploy-shell';
import type { ReleaseCommand } from './command';

/** Connections of the server's earlier processes have ended by then. */
const RELOAD_MS = 2000;

/** Commands of the platform team: the shell on a web server. */
export function addShellCommands(program: ReleaseCommand): void {
  program
    .command('deploy')
    .requiredOption('--site <folder>', 'folder that the web server serves')
    .option('--reload <command>', 'lets the server read its configuration again', 'nginx -s reload')
    .description('give visitors of this server the shell that was promoted, and its canary their share')
    .does(async (session, { site, reload }: { site: string; reload: string }) => {
      const [program = '', ...args] = reload.split(' ');
      const { status, version, canary, removed } = await deployShell({
        store: session.store(),
        environment: session.environment,
        trustedKeys: await session.requiredKeys(),
        site: session.resolve(site),
        reload: async () => {
          await promisify(execFile)(program, args);
          await pause(RELOAD_MS);
        },
      });
      const share = canary ? `, ${canary.version} for ${canary.percent} %` : '';
      session.answer({
        data: { status, version, canary, removed },
        text: `${status === 'unchanged' ? 'Already deployed' : 'Deployed'}: ${version}${share}.`,
      });
    });
}
