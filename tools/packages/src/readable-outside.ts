/** A document as it can be read outside of the repository: links to what only the repository has become their words. */
export function readableOutside(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\((?!https?:|#)([^)]*)\)/g, (link, words: string, target: string) =>
    target.startsWith('..') || target.startsWith('src/') ? words : link,
  );
}
