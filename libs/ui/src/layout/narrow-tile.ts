/** Of a tile in which the name has no room beside the number. */
export const NARROW_TILE = '@container (max-width: 280px)';
