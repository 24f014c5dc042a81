import { menuFor, type PaletteReader, type RemoteList } from '@nemus/registry';
import type { Offer } from '@nemus/loader';

/** A palette entry that needs no request. */
export interface PaletteEntry {
  /** The same at every visit, and without personal data: recently chosen entries are stored by it. */
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
  readonly icon: string;
  readonly keywords: readonly string[];
  readonly kind: 'page' | 'action';
  /** An address of the portal, or an action of the shell. */
  readonly target: string | (() => void);
}

/** The pages of the account's menu, from the registry. */
export function menuEntries(registry: RemoteList, { role, rights }: PaletteReader): PaletteEntry[] {
  return menuFor(registry, role, rights).map(({ id, path, label, icon, remote }) => ({
    id: `${remote.name}/menu/${id}`,
    label,
    ...(remote.enabled ? {} : { detail: 'zurzeit abgeschaltet' }),
    icon,
    keywords: [],
    kind: 'page',
    target: path,
  }));
}

/** What an area offers beyond its menu. */
export function offeredEntries(remote: string, title: string, { commands }: Pick<Offer, 'commands'>): PaletteEntry[] {
  return commands.map(({ id, label, keywords, kind, path }) => ({
    id: `${remote}/${id}`,
    label,
    detail: title,
    icon: kind === 'page' ? 'article' : 'arrow-right',
    keywords,
    kind,
    target: path,
  }));
}
