/** Child process of the concurrency test: promotes several versions of one area concurrently. */
import { promoteRelease } from '../promote';
import { openFileStore } from '../store/file-store';
import { isS3Address } from '../store/s3-address';
import { openS3Store } from '../store/s3-store';
import { SAMPLE_SHELL } from './sample-app';

const [place = '', remote = '', ...versions] = process.argv.slice(2);
await Promise.all(
  versions.map((version) =>
    promoteRelease({
      store: isS3Address(place) ? openS3Store(place) : openFileStore(place),
      environment: 'live',
      remote,
      version,
      who: `${remote} ${process.pid}`,
      why: 'race',
      shell: SAMPLE_SHELL,
    }),
  ),
);
