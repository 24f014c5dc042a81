import { menuFor, type PaletteReader, type RemoteList } from '@nemus/registry';
import type { Offer } from '@nemus/loader';

/** Something that the palette offers without asking anybody. */
export interface PaletteEntry {
  /** The same with every visit, and without any personal data: what was chosen last is kept by it. */
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
  readonly icon: string;
  readonly keywords: readonly string[];
  readonly kind: 'page' | 'action';
  /** An address of the portal, or what the shell does itself. */
  readonly target: string | (() => void);
}

/** The pages of the account's menu: what the registry alone says. */
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

/** What an area offers beside its menu. */
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
