/**
 * What shell and remotes agree on: versions, declarations, ports, events, slots and failures.
 * Public entry; the React side is `@nemus/contract/react`, the build side `@nemus/contract/config`.
 */
export * from './version';
export * from './declaration';
export * from './commands';
export * from './failure';
export * from './ports';
export * from './port-names';
export * from './kept-reads';
export * from './events';
export * from './event-payloads';
export * from './slots';
export * from './meeting/document';
export * from './patience';
export * from './german-order';
export type { Database, Json } from './database';
