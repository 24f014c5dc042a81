const NAMED = 'link[data-for="account"]';

/**
 * Requests files of the shell that only somebody who is signed in needs. The build names them in the page's head, with
 * their hashes, without requesting them.
 */
export function requestAccountFiles() {
  for (const link of document.querySelectorAll<HTMLLinkElement>(NAMED)) link.rel = 'preload';
}
