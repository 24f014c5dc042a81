const FOR_AREAS = 'link[data-for="areas"]';
const FOR_ACCOUNTS = 'link[data-for="account"]';

/** Requests files of the shell that only somebody who is signed in needs. */
export function requestAccountFiles() {
  for (const link of document.querySelectorAll<HTMLLinkElement>(FOR_ACCOUNTS)) link.rel = 'preload';
}

/**
 * Requests files of the shell that areas need and the sign-in page does not. The build names them in the page's head,
 * with their hashes, without requesting them.
 *
 * @param paths those that are wanted; what the build does not name is left alone
 */
export function requestAreaFiles(paths: readonly string[]) {
  for (const link of document.querySelectorAll<HTMLLinkElement>(FOR_AREAS)) {
    if (paths.includes(link.getAttribute('href') ?? '')) link.rel = 'preload';
  }
}

/** Those of the named files that this page has loaded. */
export function loadedAreaFiles(): string[] {
  const loaded = new Set(performance.getEntriesByType('resource').map(({ name }) => name));
  return Array.from(document.querySelectorAll<HTMLLinkElement>(FOR_AREAS))
    .filter((link) => loaded.has(link.href))
    .map((link) => link.getAttribute('href') ?? '');
}
