/** How jest reads TypeScript and modules, in this repository and in one of an area team's own. */

/** Sources become CommonJS, which jest requires. */
export const TRANSFORM = {
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

/** Packages that ship ECMAScript modules alone are transformed like own source. */
const MODULES_ALONE = ['canonicalize', 'commander', 'oxc-parser', 'single-spa-react', 'until-async'];

/** What is not transformed: all other packages. @param {readonly string[]} further names of such packages */
export const notTransformed = (further) => [`/node_modules/(?!(${[...MODULES_ALONE, ...further].join('|')})/)`];
