/** How jest reads TypeScript and modules, in this repository and in an area team's own. */

import { fileURLToPath } from 'node:url';

/** Sources become CommonJS, which jest requires; style sheets become empty modules. */
export const TRANSFORM = {
  '\\.css$': fileURLToPath(new URL('styles.cjs', import.meta.url)),
  '^.+\\.(t|j|mj)sx?$': [
    '@swc/jest',
    {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' } },
        target: 'es2022',
      },
      module: { type: 'commonjs' },
    },
  ],
};

/** ES-module-only packages are transformed like our own sources. */
const MODULES_ALONE = ['canonicalize', 'commander', 'oxc-parser', 'single-spa-react', 'until-async'];

/** Files that are not transformed: all other packages. @param {readonly string[]} further names of such packages */
export const notTransformed = (further) => [`/node_modules/(?!(${[...MODULES_ALONE, ...further].join('|')})/)`];
