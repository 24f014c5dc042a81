import { isForRole, type RegisteredRemote } from '@nemus/registry';
import type { UserType } from '@nemus/contract';
import { localStore, type KeyStore } from '../browser/storage';
import { readStartMemo, START_MEMO_KEY, type StartMemo } from './start-memo';

/** Areas that are remembered, the ones opened last. */
const AT_MOST = 6;

type MemoFiles = StartMemo['areas'][number]['files'];

/** Keeps what the page's boot script reads at the next start. */
export interface MemoKeeper {
  /** An area was shown to an account of this type. */
  remember(remote: RegisteredRemote, role: UserType | null, files: MemoFiles): void;
  /** Nobody is signed in any more: which areas the account used is nobody's business. */
  forgetAreas(): void;
}

export function createMemoKeeper(registryUrl: string, storage: KeyStore = localStore): MemoKeeper {
  const read = (): StartMemo => {
    const memo = readStartMemo(storage.getItem(START_MEMO_KEY));
    return memo?.registryUrl === registryUrl ? memo : { registryUrl, areas: [] };
  };
  const write = (areas: StartMemo['areas']) =>
    storage.setItem(START_MEMO_KEY, JSON.stringify({ registryUrl, areas } satisfies StartMemo));
  return {
    remember: (remote, role, files) => {
      const paths = remote.routes.filter(({ roles }) => isForRole(roles, role)).map(({ path }) => path);
      const others = read().areas.filter((area) => !area.paths.some((path) => paths.includes(path)));
      write([...others, { paths, files }].slice(-AT_MOST));
    },
    forgetAreas: () => write([]),
  };
}
