import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../serve/settings';

const run = promisify(execFile);
const LARGEST_OUTPUT = 50_000_000;

/**
 * Builds the shell of an older commit in a separate folder.
 *
 * @param areas Names of areas that are built with it.
 * @returns The folder of its apps, and a function that removes everything
 */
export async function buildCommit(commit: string, folder: string, areas: readonly string[] = []) {
  const git = (...args: string[]) => run('git', args, { cwd: ROOT });
  await git('worktree', 'add', '--detach', folder, commit);
  const remove = async () => {
    await git('worktree', 'remove', '--force', folder);
  };
  try {
    await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, maxBuffer: LARGEST_OUTPUT });
    const apps = path.join(folder, 'apps');
    // Whether it kept its budget then is no question of today; it only has to run.
    const config = path.join(apps, 'shell/rspack.config.ts');
    const text = await readFile(config, 'utf8');
    await writeFile(config, text.replace(/budget: \{[^}]*\}/, 'budget: { start: 1e9, account: 1e9, total: 1e9 }'));
    const projects = ['shell', ...areas].join(',');
    await run('npx', ['--no-install', 'nx', 'run-many', '-t', 'build', '-p', projects, '--outputStyle=static'], {
      cwd: folder,
      maxBuffer: LARGEST_OUTPUT,
      env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' },
    });
    return { apps, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
