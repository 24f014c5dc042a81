/** For whom the page's head names files without requesting them: accounts, or who sees more than the sign-in form. */
export type NamedFiles = 'account' | 'view';

/**
 * Asks early for files of the shell that not every visit needs at once. The build names them in the page's head, with
 * their hashes, inside a template: what stands in there is requested when it is taken out, and it is taken out once.
 */
export function prepareNamedFiles(whose: NamedFiles) {
  for (const { content } of document.querySelectorAll<HTMLTemplateElement>(`template[data-for="${whose}"]`)) {
    document.head.append(content);
  }
}
