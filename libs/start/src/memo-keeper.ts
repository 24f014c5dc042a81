import { readStartMemo, START_MEMO_KEY, type StartMemo, type StartPage } from './memo';

/** Number of remembered pages, the most recent ones. */
const AT_MOST = 6;

/** The part of the Web Storage interface that is used here. */
type KeyStore = Pick<Storage, 'getItem' | 'setItem'>;

/** Stores what the page's boot script reads at the next start. */
export interface MemoKeeper {
  /** A page of an area was shown to the account. */
  remember(page: StartPage): void;
  /** The session has ended: which pages the account used is private. */
  forgetPages(): void;
}

export function createMemoKeeper(
  place: Pick<StartMemo, 'registryUrl' | 'stopsUrl' | 'backend'>,
  storage: KeyStore,
): MemoKeeper {
  const { registryUrl, stopsUrl, backend } = place;
  const read = (): readonly StartPage[] => {
    const memo = readStartMemo(storage.getItem(START_MEMO_KEY));
    return memo?.registryUrl === registryUrl && memo.backend.url === backend.url ? memo.pages : [];
  };
  const write = (pages: readonly StartPage[]) =>
    storage.setItem(START_MEMO_KEY, JSON.stringify({ registryUrl, stopsUrl, backend, pages } satisfies StartMemo));
  return {
    remember: (page) => write([...read().filter(({ path }) => path !== page.path), page].slice(-AT_MOST)),
    forgetPages: () => write([]),
  };
}
