import { existsSync } from 'node:fs';
import path from 'node:path';
import { BENCH, FACTS_FILE, ROOT } from './paths';

const FOLDER = path.join(BENCH, 'src/seam');

/** Files of the portal that a program without releases has in another form, and what stands in for them. */
const STATIC_FACTS = {
  'apps/shell/src/config/config.ts': 'config.ts',
  'apps/shell/src/registry/registry-source.ts': 'registry-source.ts',
  'apps/shell/src/platform/load-platform.ts': 'load-platform.ts',
  'apps/shell/src/health/release-health.ts': 'release-health.ts',
};

/** What nobody does who has not thought about starts: remembering what the last one needed, and a picture ahead. */
const NO_MEMO = {
  'apps/shell/src/start/memo-keeper.ts': 'memo-keeper.ts',
  'apps/shell/src/wiring/first-screen.ts': 'first-screen.ts',
};

/** What one program has in another form beside that: areas are components of the shell's tree. */
const ONE_TREE = {
  'apps/shell/src/load-view.ts': 'load-view.ts',
  'apps/shell/src/area/AreaOutlet.tsx': 'AreaOutlet.tsx',
  'libs/loader/src/index.ts': 'loader.ts',
  'libs/contract/src/react/defineRemote.tsx': 'defineRemote.tsx',
  'libs/contract/src/react/Slot.tsx': 'Slot.tsx',
  'libs/area/src/pages/AreaFrame.tsx': 'AreaFrame.tsx',
  'libs/area/src/reads/area-data.ts': 'area-data.ts',
};

/** Default federation keeps roots and lifecycles of the areas; its own runtime loads them. */
const DEFAULT_FEDERATION = { 'libs/loader/src/index.ts': 'default-loader.ts' };

/** What one program replaces. */
export const ORDINARY_SEAM = substitutes({ ...STATIC_FACTS, ...NO_MEMO, ...ONE_TREE });
/** What the tuned program replaces: it remembers like the portal, and asks early for what it remembers. */
export const TUNED_SEAM = substitutes({ ...STATIC_FACTS, ...ONE_TREE });
/** What the shell of default federation replaces. */
export const DEFAULT_SEAM = substitutes({ ...STATIC_FACTS, ...NO_MEMO, ...DEFAULT_FEDERATION });
/** Where the built-in facts are found. */
export const FACTS_ALIAS = { 'nemus-bench-facts$': FACTS_FILE };

/** Substitutes by absolute path of the original without its extension. */
export type Seam = ReadonlyMap<string, string>;

/** A file that moved would be built in both forms, and the comparison would compare nothing: it has to be named. */
function substitutes(files: Readonly<Record<string, string>>): Seam {
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
