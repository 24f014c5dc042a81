import { existsSync } from 'node:fs';
import path from 'node:path';
import { CreationRefused } from './request';

/** Root of the portal's checkout around a folder. Throws {@link CreationRefused} when there is none. */
export function checkoutRoot(from: string): string {
  for (let folder = from; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, 'package-lock.json')) && existsSync(path.join(folder, 'apps'))) return folder;
    if (folder === path.dirname(folder)) {
      throw new CreationRefused([
        `${from} is in no checkout of the portal. Change into one, or add --standalone for a repository of its own.`,
      ]);
    }
  }
}
