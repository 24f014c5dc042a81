/**
 * Figures of the earlier portal, the same for all users. They are samples without an account. Units are teaching units
 * of 45 minutes.
 */
export const OLD_TARGETS = [
  { label: 'Theorie', done: 325, target: 500 },
  { label: 'E-Learning', done: 85, target: 150 },
  { label: 'Praxis', done: 240, target: 350 },
] as const;

/** Overall progress: the mean of the three percentages, rounded. */
export function overallPercent(targets: readonly { done: number; target: number }[]): number {
  const sum = targets.reduce((total, { done, target }) => total + (done / target) * 100, 0);
  return Math.round(sum / targets.length);
}

export const OLD_COURSE_TILES = [
  { label: 'Eingeschriebene Kurse', value: 8, icon: 'catalog' },
  { label: 'Abgeschlossene Kurse', value: 3, icon: 'check-circle' },
  { label: 'Laufende Kurse', value: 3, icon: 'elearning' },
  { label: 'Gesamtstunden', value: 96, icon: 'clock' },
] as const;

export const OLD_COMPETENCIES = [
  { label: 'Fachliche Kompetenz', percent: 72 },
  { label: 'Diagnostische Kompetenz', percent: 58 },
  { label: 'Methoden & Intervention', percent: 64 },
  { label: 'Beziehungsgestaltung', percent: 81 },
  { label: 'Personale Kompetenz', percent: 45 },
  { label: 'Professionelle Haltung', percent: 53 },
] as const;

export const OLD_INSTITUTION_TILES = [
  { label: 'Verfügbare Credits', value: 350, icon: 'credits' },
  { label: 'Registrierte PiW', value: 0, icon: 'trainees' },
  { label: 'Kursbuchungen diesen Monat', value: 0, icon: 'bookings' },
  { label: 'Verwendete Credits', value: 150, icon: 'trend' },
] as const;

/** Targets of the old institution dashboard in the new portal. */
export const OLD_QUICK_ACTIONS = [
  { label: 'PiW einladen', to: '/piw-management', icon: 'invite' },
  { label: 'Kurse buchen', to: '/course-bookings', icon: 'bookings' },
  { label: 'Credits kaufen', to: '/subscription', icon: 'credits' },
  { label: 'Berichte ansehen', to: '/purchases', icon: 'purchases' },
] as const;
