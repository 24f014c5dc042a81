import { shellBuild } from '@nemus/build';

export default shellBuild(import.meta.dirname, {
  startChunks: ['view'],
  visitorChunks: ['auth-client'],
  signInChunks: ['auth'],
  accountChunks: ['platform', 'areas'],
  offlineChunks: ['auth-client', 'device', 'forms', 'parts'],
  // Every start requests them when idle: otherwise each would be two files, with bytes shared with another page.
  wholeChunks: ['notifications', 'parts', 'unread'],
  // Bytes, brotli, a little above what there is. Of the total, 167,000 are for documents (pdf-lib) and 94,000 for
  // charts; each loads on first use. 13,000 of the account's are supabase-js (docs/decisions/0023). The entry is all that
  // the sign-in form needs (docs/decisions/0020). What no browser calls is left out: `ABSENT` in libs/build/src/absent-modules.ts.
  budget: { entry: 61_500, start: 197_500, account: 67_200, total: 724_500 },
});
