import { IconButton, SidebarSearch } from '@nemus/ui';
import { areShortcutsOn, PALETTE_KEYS } from './shortcuts';

const LABEL = 'Suchen';

/** Opens the palette: in the sidebar, with its shortcut. */
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
  return <SidebarSearch label={LABEL} onOpen={onOpen} {...(areShortcutsOn() ? PALETTE_KEYS : {})} />;
}

/** The same in the bar of narrow screens. */
export function PaletteIconButton({ onOpen }: { onOpen: () => void }) {
  return <IconButton icon="search" label={LABEL} aria-haspopup="dialog" onClick={onOpen} />;
}
