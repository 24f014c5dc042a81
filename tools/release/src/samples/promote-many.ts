/** Child process of the concurrency test: promotes several versions of one area at once. */
import { promoteRelease } from '../promote';
import { openFileStore } from '../store/file-store';
import { SAMPLE_SHELL } from './sample-app';

const [folder = '', remote = '', ...versions] = process.argv.slice(2);
await Promise.all(
  versions.map((version) =>
    promoteRelease({
      store: openFileStore(folder),
      environment: 'live',
      remote,
      version,
      who: `${remote} ${process.pid}`,
      why: 'race',
      shell: SAMPLE_SHELL,
    }),
  ),
);
