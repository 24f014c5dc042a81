/** Code that a document shows in TypeScript, block by block. */
export function codeBlocks(markdown: string): readonly string[] {
  return [...markdown.matchAll(/^```tsx?\n(.*?)^```$/gms)].map(([, code = '']) => code);
}
