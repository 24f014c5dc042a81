import { RevisionStore } from './revision-store';
import { parseS3Address } from './s3-address';
import { S3Objects } from './s3-objects';
import type { ReleaseStore } from './store';

/**
 * A store in a bucket of Amazon S3, or of a compatible server. Its objects match a store in a folder, except that the
 * audit log has one object per line:
 *
 *     registry/<environment>.json            what browsers read
 *     revisions/<environment>/<number>.json  every revision, with its audit line
 *     registry/<environment>.stops.json      what operators have stopped
 *     stops/<environment>/<number>.json      every stop list, with its audit line
 *     releases/<remote>/<version>/           release.json and every built file
 *     maps/<remote>/<version>.json.gz        its source maps
 *     audit/<log>/<time>-<id>.json           one line about a change of no registry
 *     proposals/<environment>/<remote>.json  changes pending a second signature
 *
 * Creating the object of a revision (`If-None-Match: *`) is the decision: of all concurrent writers, one succeeds. The
 * document for browsers follows, never backwards (`If-Match`). If a writer stops before that, the next reader completes
 * it.
 *
 * This code does not check who may release which area: that is the job of the bucket's policy, or of the build server.
 *
 * @param address Such as `s3://bucket/folder?endpoint=https://…`.
 * @param env Variables for the missing parts of the address. The SDK finds the credentials.
 */
export function openS3Store(
  address: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): ReleaseStore {
  return new RevisionStore(new S3Objects(parseS3Address(address, env)));
}
