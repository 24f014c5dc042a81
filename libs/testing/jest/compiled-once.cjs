/**
 * Compiles each module once for all test files of a process. Jest evaluates React, MUI and the rest again for every
 * file, which is the point; but it compiles them again too, and V8 then compiles each function again at its first call.
 * A script that is kept shares both between the files (docs/testing.md). It replaces a function of `node:vm`, which
 * jest's runtime looks up at every call.
 */
const vm = require('node:vm');

const { compileFunction } = vm;
/** The last version of each file, with the text that it was compiled from. */
const scripts = new Map();

/** A script whose value is the module's function; null when its text is no script, which is for jest to say. */
function scriptOf(source, parameters, filename) {
  const known = scripts.get(filename);
  if (known?.source === source && known.parameters === parameters.join()) return known.script;
  // On the first line of the module, so that positions in stacks stay.
  const head = `(function (${parameters.join()}) {`;
  try {
    const script = new vm.Script(`${head}${source}\n})`, { filename, columnOffset: -head.length });
    scripts.set(filename, { source, parameters: parameters.join(), script });
    return script;
  } catch {
    return null;
  }
}

vm.compileFunction = (source, parameters, options) => {
  const { filename, parsingContext } = options ?? {};
  // `import()` has to reach the runtime of its own test file.
  const script =
    !parsingContext || !filename || /\bimport\s*\(/.test(source) ? null : scriptOf(source, parameters, filename);
  return script ? script.runInContext(parsingContext) : compileFunction(source, parameters, options);
};
