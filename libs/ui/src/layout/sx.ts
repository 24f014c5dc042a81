import type { SxProps, Theme } from '@mui/material/styles';

/** One-off layout styles in addition to the props. Colours and spacing come from the theme. */
export type Sx = SxProps<Theme>;
type SxList = Extract<Sx, readonly unknown[]>;

const isList = (sx: Sx): sx is SxList => Array.isArray(sx);

/** Joins styles; later ones win. */
export function joinSx(...parts: readonly (Sx | undefined)[]): SxList {
  return parts.flatMap((part): SxList => {
    if (part === undefined) return [];
    return isList(part) ? part : [part];
  });
}
