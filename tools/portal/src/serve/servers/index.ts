/** Servers of the built portal: the shell's page and the release store. */
export { startShellServer, throughOrigin } from './shell';
export { startStoreServer, type StoreServerOptions } from './store';
export { FILE_POLICY, pageHeaders, type Headers } from './page-headers';
export {
  AMBIGUOUS,
  HANDED_ON_CACHE_CONTROL,
  HANDED_ON_KINDS,
  HANDED_ON_METHODS,
  HANDED_ON_POLICY,
  NOT_HANDED_BACK,
  NOT_HANDED_ON,
  type HandedOn,
} from './handed-on';
export {
  CACHE_CONTROL,
  CONTENT_TYPES,
  headersOf,
  isCompressible,
  methodsOf,
  MISSING_CACHE_CONTROL,
  shellSite,
  storeSite,
  UNKNOWN_TYPE,
  type Place,
  type Site,
} from './site';
export type { Certificate, RunningServer } from './listen';
export { selfSigned } from './self-signed';
