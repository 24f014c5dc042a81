import { shellBuild } from '@nemus/build';

export default shellBuild(import.meta.dirname, {
  startChunks: ['view'],
  accountChunks: ['platform', 'areas'],
  // Bytes, brotli, a little above what there is. Of the total, 167,000 make documents (pdf-lib) and 94,000 draw
  // charts; each comes with the first one. 28,000 of the account's are supabase-js (docs/decisions/0064); 1,600 of the
  // start are useQueries, by which a page asks for its reads together, and what turns the early start off. 3,000 of the
  // start are the sentences of what the academy refuses: one table words every refusal (docs/decisions/0081). The entry
  // is all that the sign-in form needs (docs/decisions/0145).
  budget: { entry: 92_000, start: 286_500, account: 92_000, total: 725_000 },
});
