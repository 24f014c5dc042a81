/** The parts of the area: where each one lives, and whom it is for. Read by the declaration and by the navigation. */
export interface AcademySection {
  readonly path: string;
  readonly label: string;
  /** Rights of which one opens it. */
  readonly requires: readonly string[];
}

/** In the order in which they are shown. */
export const SECTIONS = {
  catalogue: { path: '/academy/catalogue', label: 'Seminare', requires: ['staff:catalogue'] },
  dates: { path: '/academy/dates', label: 'Termine', requires: ['staff:teaching'] },
  learning: { path: '/academy/e-learning', label: 'E-Learning', requires: ['staff:catalogue'] },
  requirements: { path: '/academy/requirements', label: 'Anforderungen', requires: ['staff:catalogue'] },
  orders: { path: '/academy/orders', label: 'Bestellungen', requires: ['staff:orders'] },
  people: { path: '/academy/people', label: 'Personen', requires: ['staff:people'] },
  audit: { path: '/academy/audit', label: 'Protokoll', requires: ['staff:people'] },
} as const satisfies Record<string, AcademySection>;

type SectionName = keyof typeof SECTIONS;

/** Rights of which one opens the area. */
export const STAFF = ['staff:catalogue', 'staff:teaching', 'staff:orders', 'staff:people'] as const;

/** Whether the rights of an account open a section; the database decides again. */
export function opens({ requires }: AcademySection, rights: readonly string[]): boolean {
  return requires.some((right) => rights.includes(right));
}
