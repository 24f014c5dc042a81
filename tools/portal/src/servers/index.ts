/** Servers of the built portal: the shell's page and the release store. */
export { startShellServer, type ShellServerOptions } from './shell';
export { startStoreServer, type StoreServerOptions } from './store';
export { LiveReload } from './live-reload';
export { contentSecurityPolicy, type PolicySources } from './content-security-policy';
export type { RunningServer } from './listen';
