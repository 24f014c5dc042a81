const withQuery = (path: string, query: Readonly<Record<string, string>>) =>
  `${path}?${new URLSearchParams(query).toString()}`;

/** Names in the query that open a dialog above a page; readers see them, so they are German. */
export const DIALOGS = { course: 'kurs', appointment: 'termin', dates: 'terminwahl' } as const;

const coursePage = (courseId: string) => `/seminar-catalog/${encodeURIComponent(courseId)}`;

/** Portal addresses that this area links to. */
export const paths = {
  catalog: '/seminar-catalog',
  /** The catalogue with the details of a course open. */
  course: (courseId: string) => withQuery('/seminar-catalog', { [DIALOGS.course]: courseId }),
  /** Everything about one course, and its dates. */
  coursePage,
  /** The page of a course with its dates to choose from. */
  chooseDate: (courseId: string) => withQuery(coursePage(courseId), { [DIALOGS.dates]: courseId }),
  /** The catalogue with the courses of one competency; `catalog-address.ts` reads it. */
  catalogOf: (competency: string) => withQuery('/seminar-catalog', { kompetenz: competency }),
  competencies: '/competencies',
  appointments: '/appointments',
  /** Where the code that a room shows is entered. */
  attendanceCode: '/appointments/code',
  /** The appointments with the details of one open. */
  appointment: (appointmentId: string) => withQuery('/appointments', { [DIALOGS.appointment]: appointmentId }),
  profile: '/profile',
  /** In the account: another name on proofs, and the address that signs in. */
  name: '/account/name',
  email: '/account/email',
  purchases: '/profile/kaeufe',
  institutionPurchases: '/purchases',
  elearning: '/e-learning',
  /** The training's requirements, in the logbook. */
  requirements: '/logbook/requirements',
  /** What counts for what, in the logbook. */
  credit: '/logbook/credit',
  /** An e-learning course. */
  learning: (courseId: string) => `/course/${encodeURIComponent(courseId)}`,
  settings: '/settings',
  /** In the shell: asks for the password and deletes the account. */
  deleteAccount: '/konto-loeschen',
} as const;
