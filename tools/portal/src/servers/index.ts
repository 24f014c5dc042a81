/** Servers of the built portal: the shell's page and the release store. */
export { startShellServer } from './shell';
export { startStoreServer, type StoreServerOptions } from './store';
export { commonHeaders, FILE_POLICY, pageHeaders, workerHeaders, type Headers } from './page-headers';
export { readPageHashes, type PageHashes } from './page-hashes';
export {
  CACHE_CONTROL,
  CONTENT_TYPES,
  headersOf,
  isCompressible,
  isText,
  methodsOf,
  MISSING_CACHE_CONTROL,
  shellSite,
  storeSite,
  UNKNOWN_TYPE,
  type Place,
  type Site,
} from './site';
export type { RunningServer } from './listen';
