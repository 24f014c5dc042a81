import { shellBuild } from '@nemus/build';

export default shellBuild(import.meta.dirname, {
  startChunks: ['view'],
  accountChunks: ['platform', 'areas'],
  offlineChunks: ['device'],
  // Every start requests it when idle: otherwise it would be two files, with 4,000 bytes shared with another page.
  wholeChunks: ['notifications'],
  // Bytes, brotli, a little above what there is. Of the total, 167,000 are for documents (pdf-lib) and 94,000 for
  // charts; each loads on first use. 13,000 of the account's are supabase-js (docs/decisions/0023); 1,600 of the start
  // are useQueries, which combines a page's reads, and the switch of the early start. The refusal sentences load with
  // the first refusal (docs/decisions/0032). The entry is all that the sign-in form needs (docs/decisions/0020); 500 of
  // it tie requests to their account, and drop early answers after a change. 1,500 of the account compare the names
  // that areas use of the shell (docs/decisions/0007) and load files shared by an area's releases
  // (docs/decisions/0014); 500 prepare the page after a sign-in; 1,000 are the rights of operators and teams, with the
  // port that reads releases for their area. 700 of the entry read pasted codes and say the service's refusals in
  // German; 200 tell an unreachable server from a wrong configuration. 200 of the start keep the fields of the page's
  // form, and 450 name the character that no paper can print. 125 moved from the start to the account: they store what an
  // area marks for offline, and the page of a failed start loads with the failure.
  budget: { entry: 84_600, start: 283_275, account: 82_125, total: 731_000 },
});
