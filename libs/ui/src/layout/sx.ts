import type { SxProps, Theme } from '@mui/material/styles';

/** Styles beside the props, for what a layout needs once. Colours and distances come from the theme. */
export type Sx = SxProps<Theme>;
type SxList = Extract<Sx, readonly unknown[]>;

const isList = (sx: Sx): sx is SxList => Array.isArray(sx);

/** Joins styles; the later ones win. */
export function joinSx(...parts: readonly (Sx | undefined)[]): SxList {
  return parts.flatMap((part): SxList => {
    if (part === undefined) return [];
    return isList(part) ? part : [part];
  });
}
