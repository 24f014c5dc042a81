/** The embedded Supabase: auth, tables, files, functions and a mail inbox on one machine. */
export { startBackend, type Backend, type BackendOptions } from './start/start';
export { loadKeys, type Keys } from './server/keys/keys';
export { StartRefused } from './server/refusal';
export type { Inbox } from './mail/inbox';
export type { Mail, MailDraft } from './mail/mail';
