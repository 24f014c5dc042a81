/** The page "Protokoll", which the academy and institutions both have. */
export { LogExport } from './LogExport';
export { LogList } from './LogList';
export type { LogWords } from './log-line';
export { useLogAddress, type LogAddressNames } from './useLogAddress';
