import { shellBuild } from '@nemus/build';

export default shellBuild(import.meta.dirname, {
  startChunks: ['view'],
  accountChunks: ['platform', 'areas'],
  // Every start asks for it, at rest: as two files, with 4,000 bytes that another page has as well.
  wholeChunks: ['notifications'],
  // Bytes, brotli, a little above what there is. Of the total, 167,000 make documents (pdf-lib) and 94,000 draw
  // charts; each comes with the first one. 13,000 of the account's are supabase-js (docs/decisions/0064); 1,600 of the
  // start are useQueries, by which a page asks for its reads together, and what turns the early start off. The sentences
  // of refusals come with the first one (docs/decisions/0081). The entry is all that the sign-in form needs
  // (docs/decisions/0145); 500 of it keep requests with the account that they were made for, and answers asked for early
  // from outliving a change. 1,500 of the account compare what areas use of the shell by
  // name (docs/decisions/0123) and take files from where an area's releases share them (docs/decisions/0135); 500 prepare
  // the page that a sign-in leads to. 1,400 of the start draw the first area ahead of the frame (docs/decisions/0164), 700
  // prepare an area while somebody points at its entry of the menu (docs/decisions/0165).
  budget: { entry: 83_500, start: 281_500, account: 80_500, total: 724_000 },
});
