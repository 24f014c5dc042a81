import { pageFor, readStartMemo, START_MEMO_KEY } from '@nemus/start';
import { localStore } from '@nemus/host/browser/storage';

/** Addresses of the files that a page needed at its last visit. The loader only uses those of the release. */
export function rememberedFiles(path: string): string[] {
  const memo = readStartMemo(localStore.getItem(START_MEMO_KEY));
  return memo ? (pageFor(memo, path)?.files.map(({ url }) => url) ?? []) : [];
}
