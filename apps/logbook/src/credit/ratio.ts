/** Treated hours per supervised hour, against the set's requirement. */
export interface SupervisionRatio {
  /** Treated for each supervised hour; null as long as nothing is supervised. */
  readonly ratio: number | null;
  /** Too little is supervised. */
  readonly isShort: boolean;
  /** Missing minutes of supervision for the treatment so far. */
  readonly missing: number;
}

/** @param demanded units of treatment for which one unit of supervision is demanded */
export function supervisionRatio(treated: number, supervised: number, demanded: number): SupervisionRatio {
  const missing = Math.max(0, Math.ceil(treated / demanded) - supervised);
  return { ratio: supervised === 0 ? null : treated / supervised, isShort: missing > 0, missing };
}
