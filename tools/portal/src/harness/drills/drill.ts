/**
 * `nemus-release drill <name>`: plays an incident on a portal of its own, runs the guides' own commands, and shows what
 * users see (docs/guides/drills.md). Ends with 1 when something is not as the guides say.
 */
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buildApps } from '../../serve/build';
import * as badRelease from './bad-release';
import * as keyLoss from './key-loss';
import { Stage } from './stage';
import * as storeDown from './store-down';
import { Story } from './story';

const DRILLS: Readonly<Record<string, { areas: readonly string[]; play: (stage: Stage) => Promise<void> }>> = {
  'key-loss': { areas: keyLoss.AREAS, play: keyLoss.playKeyLoss },
  'bad-release': { areas: badRelease.AREAS, play: badRelease.playBadRelease },
  'store-down': { areas: storeDown.AREAS, play: storeDown.playStoreDown },
};

/** @param args name of the drill, a folder for pictures, `--no-build` where everything is built. */
async function main(args: readonly string[]): Promise<boolean> {
  const [name = '', folder] = args.filter((arg) => !arg.startsWith('--'));
  const drill = Object.hasOwn(DRILLS, name) ? DRILLS[name] : undefined;
  if (!drill) throw new Error(`Which drill? ${Object.keys(DRILLS).join(', ')}.`);
  const story = new Story((line) => process.stdout.write(`${line}\n`));
  const pictures = folder ?? (await mkdtemp(path.join(os.tmpdir(), `nemus-pictures-${name}-`)));
  if (!args.includes('--no-build')) await buildApps({ only: ['shell', ...drill.areas] });
  await Stage.play({ areas: drill.areas, pictures, story }, drill.play);
  return story.verdict();
}

main(process.argv.slice(2)).then(
  (isWell) => process.exit(isWell ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(`\n  ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n\n`);
    process.exit(1);
  },
);
