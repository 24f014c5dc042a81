/**
 * For whom the page's head lists files without requesting them: accounts, starts without a valid session, visitors who
 * see more than the sign-in form, or visitors whose sign-in page is rendered.
 */
export type NamedFiles = 'account' | 'visitor' | 'view' | 'sign-in';

/**
 * Preloads files of the shell that not every visit needs at once. The build lists them with their hashes in a template
 * in the page's head; taking them out, once, requests them.
 */
export function prepareNamedFiles(whose: NamedFiles) {
  for (const { content } of document.querySelectorAll<HTMLTemplateElement>(`template[data-for="${whose}"]`)) {
    document.head.append(content);
  }
}
