/** Treated hours for each supervised one, against what the set demands. */
export interface SupervisionRatio {
  /** Treated for each supervised hour; null as long as nothing is supervised. */
  readonly ratio: number | null;
  /** Too little is supervised. */
  readonly isShort: boolean;
  /** Minutes of supervision that are missing for what was treated so far. */
  readonly missing: number;
}

/** @param demanded units of treatment for which one unit of supervision is demanded */
export function supervisionRatio(treated: number, supervised: number, demanded: number): SupervisionRatio {
  const missing = Math.max(0, Math.ceil(treated / demanded) - supervised);
  return { ratio: supervised === 0 ? null : treated / supervised, isShort: missing > 0, missing };
}
