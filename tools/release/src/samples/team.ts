import path from 'node:path';
import type { RegisteredRemote } from '@nemus/registry';
import { readCurrent, requireEntry, type ChangeResult } from '../change';
import { packRelease } from '../pack';
import { promoteRelease } from '../promote';
import { publishRelease, type PublishResult } from '../publish';
import { openFileStore } from '../store/file-store';
import type { ReleaseStore } from '../store/store';
import { SAMPLE_SHELL, sampleVersion, temporaryFolder, writeSampleApp, type SampleApp } from './sample-app';

/** A team with a fresh store for each test, and its daily work. */
export class SampleTeam {
  folder = '';
  store: ReleaseStore = openFileStore('');

  /** Everything about a change of a remote in the environment `test` except its content. */
  request(remote = 'alpha') {
    const { store } = this;
    return { store, environment: 'test', remote, who: 'me', why: 'because', shell: SAMPLE_SHELL };
  }

  async publish(app: SampleApp = {}): Promise<PublishResult> {
    return publishRelease(this.store, await packRelease(await writeSampleApp(this.folder, app)), { who: 'me' });
  }

  async publishAll(...patches: number[]): Promise<void> {
    for (const patch of patches) await this.publish({ patch });
  }

  promote(patch: number, remote = 'alpha'): Promise<ChangeResult> {
    return promoteRelease({ ...this.request(remote), version: sampleVersion(patch) });
  }

  async entry(remote = 'alpha'): Promise<RegisteredRemote> {
    return requireEntry(await readCurrent(this.store, 'test'), remote);
  }
}

/** A team for the tests of a file. */
export function sampleTeam(): SampleTeam {
  const team = new SampleTeam();
  let remove = () => Promise.resolve();
  beforeEach(async () => {
    ({ folder: team.folder, remove } = await temporaryFolder());
    team.store = openFileStore(path.join(team.folder, 'store'));
  });
  afterEach(() => remove());
  return team;
}
