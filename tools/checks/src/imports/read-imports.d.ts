/** Every specifier that a source file imports or exports from: types, `import()` and re-exports too. */
export declare function specifiersOf(file: string, text: string): readonly string[];
