/**
 * Jest's runtime, which keeps from one test file to the next what cannot differ between them. Jest gives every file its
 * own modules, and of a page's test file they are about a thousand: reading, parsing and compiling them again took most
 * of the time before its first test. Here each is compiled once in a process and only run again, in the file's own
 * context, so that no file sees anything of another (decision record 0150).
 */
const { createRequire } = require('node:module');
const vm = require('node:vm');

/** The module that another one would get: packages of jest are nobody's dependencies but jest's. */
const asked = (path) => path.reduce((by, name) => createRequire(by).resolve(name), __filename);
const { default: Runtime } = require(asked(['jest', '@jest/core', 'jest-runtime']));

/** Scripts by file name; one is used again as long as its text is the same. */
const scripts = new Map();
/** Texts of packages, and what jest makes of them, by file name: they do not change while tests run. */
const sources = new Map();
const results = new Map();

const { compileFunction } = vm;
// Jest compiles modules as functions, which V8 cannot use again in another context; it can use scripts.
vm.compileFunction = (code, parameters, options) => {
  const { filename, parsingContext, importModuleDynamically } = options ?? {};
  // Other callers, and a Node that was told to import modules in contexts: that needs what a script has not.
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

/** Whether a file belongs to a package, and not to sources or to what a test writes. */
const isOfPackage = (filename) => filename.includes('/node_modules/');

/** Texts of files, as jest keeps them for one test file; those of packages stay. */
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
 * React's text without a stack for each element that is made, which it shows below a warning: a tenth of a page's test.
 * React itself stops making them after ten thousand within a second, so it goes on without. Warnings stay.
 */
const withoutOwnerStacks = (filename, source) =>
  REACT.test(filename) ? source.replaceAll(OWNER_STACK, 'false') : source;

/** Transforms what is transformed; the text of other files is looked at once. */
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
