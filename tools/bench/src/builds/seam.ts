import { existsSync } from 'node:fs';
import path from 'node:path';
import { REPLACED } from '../../../../apps/shell/bench/files';
import { BENCH, FACTS_FILE, ROOT } from './paths';

const shellFile = (name: keyof typeof REPLACED) => `apps/shell/${REPLACED[name]}`;
const FOLDER = path.join(BENCH, 'src/seam');

/** Files of the portal that a program without releases has in another form, and their substitutes. */
const STATIC_FACTS = {
  'libs/host/src/config/config.ts': 'config.ts',
  'libs/host/src/registry/registry-source.ts': 'registry-source.ts',
  [shellFile('loadPlatform')]: 'load-platform.ts',
  'libs/host/src/health/release-health.ts': 'release-health.ts',
};

/** Further differences of one program: areas are components of the shell's tree. */
const ONE_TREE = {
  [shellFile('loadView')]: 'load-view.ts',
  [shellFile('areaOutlet')]: 'AreaOutlet.tsx',
  'libs/loader/src/index.ts': 'loader.ts',
  'libs/contract/src/react/defineRemote.tsx': 'defineRemote.tsx',
  'libs/contract/src/react/Slot.tsx': 'Slot.tsx',
  'libs/area/src/pages/AreaFrame.tsx': 'AreaFrame.tsx',
  'libs/area/src/reads/area-data.ts': 'area-data.ts',
};

/** Substitutes by absolute path of the original without its extension. */
export const SEAM = substitutes({ ...STATIC_FACTS, ...ONE_TREE });

/** Where the built-in facts are found. */
export const FACTS_ALIAS = { 'nemus-bench-facts$': FACTS_FILE };

/** A moved file would be built in both forms, and the comparison would be void: it must be named. */
function substitutes(files: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(files).map(([file, substitute]): [string, string] => {
      const original = path.join(ROOT, file);
      const stand = path.join(FOLDER, substitute);
      for (const needed of [original, stand]) {
        if (!existsSync(needed)) throw new Error(`${needed} is gone: tools/bench/src/builds/seam.ts names it.`);
      }
      return [withoutExtension(original), stand];
    }),
  );
}

/** Modules are imported without their extension. */
export function withoutExtension(file: string): string {
  return file.replace(/\.tsx?$/, '');
}
