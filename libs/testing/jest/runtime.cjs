/**
 * Jest's runtime, reading each file of this repository once for all test files of a process instead of once for each.
 * Every test file still evaluates its modules again.
 */
const path = require('node:path');
const { createRequire } = require('node:module');

// Jest's own: it is no dependency of this package.
const { default: Runtime } = createRequire(require.resolve('jest'))('jest-runtime');

const ROOT = path.resolve(__dirname, '../../..') + path.sep;
/** Texts of modules by path. */
const texts = new Map();
/** What tests write lies outside of the repository, or is a build. */
const isKept = (file) => file.startsWith(ROOT) && !file.includes('/dist/', ROOT.length);

/** The runtime's cache of texts, which it empties at the end of a test file. */
class Texts extends Map {
  get(file) {
    return super.get(file) ?? texts.get(file);
  }

  set(file, text) {
    if (isKept(file)) texts.set(file, text);
    return super.set(file, text);
  }
}

module.exports = class extends Runtime {
  constructor(config, environment, resolver, transformer, ownTexts, ...rest) {
    super(config, environment, resolver, transformer, new Texts(ownTexts), ...rest);
  }
};
