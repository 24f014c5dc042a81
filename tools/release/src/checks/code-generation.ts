import { parse, type AnyNode, type CallExpression, type NewExpression } from 'acorn';
import { simple } from 'acorn-walk';
import type { Check } from './check';

/** Quick check before a file is parsed: without one of these words there is no finding. */
const SUSPICIOUS = /\beval\b|\bFunction\b|\bset(?:Timeout|Interval)\b|\bimportScripts\b/;

const SCRIPT = /\.m?js$/;

/**
 * First arguments of `Function(…)` that every container's entry has: the bundler's probe for the global object, which
 * stops at `globalThis`, and the federation runtime's loader for module types that this portal does not use. Neither
 * runs, and the content security policy would stop them.
 */
const TOLERATED_IN_ENTRY: ReadonlySet<unknown> = new Set(['return this', 'callbacks']);

/**
 * Places in a script that turn text into code, which the portal's content security policy forbids: `eval`,
 * `Function(…)`, timers with text. Mentions in strings and comments do not count.
 *
 * @param isEntry The container's entry, which carries the bundler's runtime.
 */
export function findCodeGeneration(script: string, file: string, isEntry = false): string[] {
  if (!SUSPICIOUS.test(script)) return [];
  let program: AnyNode;
  try {
    program = parse(script, { ecmaVersion: 'latest', sourceType: 'module', locations: true });
  } catch (error) {
    return [`${file} cannot be parsed as a module: ${error instanceof Error ? error.message : String(error)}.`];
  }
  const found: string[] = [];
  const inspect = (node: CallExpression | NewExpression) => {
    const name = calledName(node.callee);
    const [first] = node.arguments;
    if (name === 'Function' && isEntry && first?.type === 'Literal' && TOLERATED_IN_ENTRY.has(first.value)) return;
    const isText = first?.type === 'TemplateLiteral' || (first?.type === 'Literal' && typeof first.value === 'string');
    const forbidden =
      name === 'eval' || name === 'Function' || ((name === 'setTimeout' || name === 'setInterval') && isText);
    if (forbidden) found.push(`${file}:${node.loc?.start.line}:${(node.loc?.start.column ?? 0) + 1} uses ${name}.`);
  };
  simple(program, { CallExpression: inspect, NewExpression: inspect });
  return found;
}

/** `eval`, `globalThis.eval`, `(0, eval)`: the name that is finally called. */
function calledName(callee: AnyNode): string | null {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'SequenceExpression')
    return calledName(callee.expressions.at(-1) ?? callee.expressions[0] ?? callee);
  if (callee.type === 'ParenthesizedExpression') return calledName(callee.expression);
  if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return null;
  if (!['window', 'self', 'globalThis'].includes(callee.object.name)) return null;
  return callee.property.type === 'Identifier' ? callee.property.name : null;
}

export const codeGenerationCheck: Check = {
  name: 'code-generation',
  remedy:
    'Find the dependency that does it (the position is in the built file) and replace it, or build it for production.',
  run: async ({ files: { release, read } }) => {
    const scripts = Object.keys(release.files).filter((file) => SCRIPT.test(file));
    const found = await Promise.all(
      scripts.map(async (file) =>
        findCodeGeneration(Buffer.from((await read(file)) ?? []).toString(), file, file === release.entry),
      ),
    );
    return found.flat();
  },
};
