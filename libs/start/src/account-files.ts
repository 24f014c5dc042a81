const NAMED = 'template[data-for="account"]';

/**
 * Asks early for files of the shell that only somebody who is signed in needs. The build names them in the page's head, with
 * their hashes, inside a template: what stands in there is requested when it is taken out, and it is taken out once.
 */
export function prepareAccountFiles() {
  for (const { content } of document.querySelectorAll<HTMLTemplateElement>(NAMED)) document.head.append(content);
}
