/** The page "Protokoll" of the academy and of institutions. */
export { LogExport } from './LogExport';
export { LogList } from './LogList';
export type { LogWords } from './log-line';
export { useLogAddress, type LogAddressNames } from './useLogAddress';
