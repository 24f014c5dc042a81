import { findCodeGeneration } from './code-generation';

describe('findCodeGeneration', () => {
  it.each([
    ['eval("1")', 'eval'],
    ['(0, eval)("1")', 'eval'],
    ['window.eval("1")', 'eval'],
    ['new Function("a", "return a")', 'Function'],
    ['Function("return this")()', 'Function'],
    ['globalThis.Function(x)', 'Function'],
    ['setTimeout("go()", 10)', 'setTimeout'],
    ['self.setInterval(`go()`, 10)', 'setInterval'],
    ['(0, window.setTimeout)\n?.( ("go()") )', 'setTimeout'],
    ['setTimeout/* soon */(/* text */ "go()")', 'setTimeout'],
    ['setTimeout(go); ev\\u0061l("1")', 'eval'],
  ])('finds %s', (script, name) => {
    expect(findCodeGeneration(`const x = 1;\n${script};`, 'a.js')).toEqual([
      expect.stringMatching(`^a\\.js:2:\\d+ uses ${name}\\.$`),
    ]);
  });

  it.each([
    'const text = "eval(1) and new Function()";',
    '// eval(1)\nconst a = 1;',
    'x instanceof Function',
    'setTimeout(() => go(), 10);',
    'object.eval("1")',
    'const evaluate = () => 1; evaluate();',
    'export const a = import("./b.js");',
  ])('lets pass: %s', (script) => expect(findCodeGeneration(script, 'a.js')).toEqual([]));

  it("tolerates the bundler's own runtime in the entry alone", () => {
    const runtime = 'Function("return this")(); Function("callbacks", x)([a, b]);';
    expect(findCodeGeneration(runtime, 'remoteEntry.js', true)).toEqual([]);
    expect(findCodeGeneration(runtime, 'chunk.js')).toHaveLength(2);
    expect(findCodeGeneration('Function("return that")()', 'remoteEntry.js', true)).toHaveLength(1);
  });

  it('says when a script cannot be parsed', () => {
    expect(findCodeGeneration('eval(', 'a.js')).toEqual([expect.stringContaining('cannot be parsed')]);
  });
});
