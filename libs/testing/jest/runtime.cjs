/**
 * Jest's runtime with a cache across test files for what cannot differ between them. Jest gives every file its own
 * modules, about a thousand for a page's test file: reading, parsing and compiling them again took most of the time
 * before the first test. Here each is compiled once per process and only run again, in the file's own context, so that
 * files stay isolated (docs/testing.md).
 */
const { createRequire } = require('node:module');
const vm = require('node:vm');

/** Resolved through jest: its packages are dependencies of jest only. */
const asked = (path) => path.reduce((by, name) => createRequire(by).resolve(name), __filename);
const { default: Runtime } = require(asked(['jest', '@jest/core', 'jest-runtime']));

/** Scripts by file name; reused while the text is unchanged. */
const scripts = new Map();
/** Texts of packages and jest's transforms of them, by file name: they do not change during a test run. */
const sources = new Map();
const results = new Map();

const { compileFunction } = vm;
// Jest compiles modules as functions, which V8 cannot reuse in another context; scripts can be reused.
vm.compileFunction = (code, parameters, options) => {
  const { filename, parsingContext, importModuleDynamically } = options ?? {};
  // Other callers, and a Node with ES modules in contexts: they need what a script lacks.
  if (!filename || !parsingContext || !importModuleDynamically || vm.SourceTextModule) {
    return compileFunction(code, parameters, options);
  }
  const before = `(function (${parameters.join(', ')}) {`;
  const kept = scripts.get(filename);
  if (kept?.code === code && kept.before === before) return kept.script.runInContext(parsingContext);
  const script = new vm.Script(`${before}${code}\n})`, { filename, columnOffset: -before.length });
  scripts.set(filename, { code, before, script });
  return script.runInContext(parsingContext);
};

/** Whether a file belongs to a package, not to sources or to files that a test writes. */
const isOfPackage = (filename) => filename.includes('/node_modules/');

/** Texts of files, as jest caches them for one test file; those of packages stay. */
class KeptSources extends Map {
  get(filename) {
    return super.get(filename) ?? sources.get(filename);
  }

  set(filename, text) {
    if (!isOfPackage(filename)) return super.set(filename, text);
    sources.set(filename, text);
    return this;
  }
}

const REACT = /\/node_modules\/react\/cjs\/.+\.development\.js$/;
const OWNER_STACK = '1e4 > ReactSharedInternals.recentlyCreatedOwnerStacks++';

/**
 * Disables React's stack capture for every element, which is only shown with warnings and takes a tenth of a page's
 * test. React itself stops capturing after ten thousand elements per second. Warnings stay.
 */
const withoutOwnerStacks = (filename, source) =>
  REACT.test(filename) ? source.replaceAll(OWNER_STACK, 'false') : source;

/** Transforms what needs it; other files' texts are checked once. */
function keeping(transformer) {
  const transform = (filename, options, source) => {
    const kept = results.get(filename);
    if (kept !== undefined && kept.source === source) return kept.result;
    const text = withoutOwnerStacks(filename, source);
    const result = transformer.transform(filename, options, text);
    if (isOfPackage(filename) && result.code === text) results.set(filename, { source, result });
    return result;
  };
  return Object.create(transformer, { transform: { value: transform } });
}

class KeepingRuntime extends Runtime {
  constructor(config, environment, resolver, transformer, sourcesOfFile, ...rest) {
    super(config, environment, resolver, keeping(transformer), new KeptSources(sourcesOfFile), ...rest);
  }
}

module.exports = KeepingRuntime;
