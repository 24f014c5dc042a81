import { parseSync } from 'oxc-parser';

/** Every specifier that a source file imports or exports from: types, `import()` and re-exports too. */
export function specifiersOf(file: string, text: string): readonly string[] {
  const { module } = parseSync(file, text);
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.map(({ moduleRequest }) => moduleRequest?.value),
  );
  // A name computed at run time leads to no known file.
  const loaded = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    /^(['"])(.*)\1$/.exec(text.slice(start, end))?.at(2),
  );
  const all = [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...exported, ...loaded];
  return [...new Set(all.filter((specifier) => specifier !== undefined))];
}
