/**
 * For whom the page's head lists files without requesting them: accounts, or visitors who see more than the sign-in
 * form.
 */
export type NamedFiles = 'account' | 'view';

/**
 * Preloads files of the shell that not every visit needs at once. The build lists them with their hashes in a template
 * in the page's head; taking them out, once, requests them.
 */
export function prepareNamedFiles(whose: NamedFiles) {
  for (const { content } of document.querySelectorAll<HTMLTemplateElement>(`template[data-for="${whose}"]`)) {
    document.head.append(content);
  }
}
