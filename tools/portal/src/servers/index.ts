/** Servers of the built portal: the shell's page and the release store. */
export { startShellServer, type ShellServerOptions } from './shell';
export { startStoreServer, type StoreServerOptions } from './store';
export { LiveReload } from './live-reload';
export { commonHeaders, FILE_POLICY, pageHeaders, type HeaderOptions } from './page-headers';
export { readPageHashes, type PageHashes } from './page-hashes';
export type { RunningServer } from './listen';
