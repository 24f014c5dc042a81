import type { TypedPage } from '../../../portal/src/harness/dev-page/typed-page';

/** One change of a source file, and how a page shows that it has arrived. */
export interface SourceChange {
  /** App whose page is looked at. */
  readonly app: string;
  /** The change, in a few words. */
  readonly what: string;
  /** File, from the repository's root. */
  readonly file: string;
  /** Text that the file has once. */
  readonly from: string;
  /** What takes its place in the round of a number. */
  readonly to: (round: number) => string;
  /** JavaScript that is true in the page as soon as it shows that round. */
  readonly isSeen: (round: number) => string;
}

/** One page of each measured area. */
export const PAGES: readonly (TypedPage & { readonly app: string })[] = [
  {
    app: 'trainee',
    email: 'demo.piw@nemus.example',
    path: '/seminar-catalog',
    field: 'Kurse suchen',
    typed: 'e',
  },
  { app: 'elearning', email: 'demo.piw@nemus.example', path: '/e-learning', field: 'Kurse durchsuchen', typed: 'e' },
  {
    app: 'payments',
    email: 'demo.institution@nemus.example',
    path: '/subscription',
    field: 'Anzahl der Credits',
    typed: '275',
  },
];

const says = (text: string) => `document.querySelector('main').textContent.includes(${JSON.stringify(text)})`;
const hasStyle = (element: string, name: string, value: string) =>
  `getComputedStyle(document.querySelector('main ${element}')).${name} === '${value}'`;

export const CHANGES: readonly SourceChange[] = [
  {
    app: 'trainee',
    what: 'text of a page',
    file: 'apps/trainee/src/pages/catalog/CatalogPage.tsx',
    from: 'Kurse zu allen sechs Kompetenzen.',
    to: (round) => `Kurse zu allen sechs Kompetenzen (${round}).`,
    isSeen: (round) => says(`sechs Kompetenzen (${round}).`),
  },
  {
    app: 'trainee',
    what: 'style of a component',
    file: 'apps/trainee/src/pages/catalog/CatalogFilters.tsx',
    from: 'paddingBlock: { xs: 0.5, sm: 0 }',
    to: (round) => `paddingBlock: { xs: 0.5, sm: '${round}px' }`,
    isSeen: (round) => hasStyle('[role=group][aria-label=Kompetenzen]', 'paddingTop', `${round}px`),
  },
  {
    app: 'elearning',
    what: 'text of a page',
    file: 'apps/elearning/src/pages/courses/CoursesPage.tsx',
    from: 'Kurse, die Sie in Ihrem eigenen Tempo',
    to: (round) => `${round} Kurse, die Sie in Ihrem eigenen Tempo`,
    isSeen: (round) => says(`${round} Kurse, die Sie in Ihrem eigenen Tempo`),
  },
  {
    app: 'elearning',
    what: 'a function that computes what is shown',
    file: 'apps/elearning/src/pages/courses/course-state.ts',
    from: 'units: sum(states.map(({ course }) => course.units)),',
    to: (round) => `units: ${1_000_000 + round} + 0 * sum(states.map(({ course }) => course.units)),`,
    isSeen: (round) => says(String(1_000_000 + round)),
  },
  {
    app: 'payments',
    what: 'text of a form',
    file: 'apps/payments/src/pages/subscription/CreditForm.tsx',
    from: 'Gesamtpreis',
    to: (round) => `Gesamtpreis (${round})`,
    isSeen: (round) => says(`Gesamtpreis (${round})`),
  },
  {
    app: 'payments',
    what: 'a constant of a rule',
    file: 'apps/payments/src/plans/credits.ts',
    from: 'MOST_CREDITS = 100_000;',
    to: (round) => `MOST_CREDITS = ${100_000 + round};`,
    isSeen: (round) => says(`100.${String(round).padStart(3, '0')} Credits`),
  },
  {
    app: 'elearning',
    what: 'a library that areas carry (`libs/area`)',
    file: 'libs/area/src/sample/SampleNotice.tsx',
    from: 'sind erfunden und zeigen',
    to: (round) => `sind erfunden (${round}) und zeigen`,
    isSeen: (round) => says(`sind erfunden (${round})`),
  },
  {
    app: 'trainee',
    what: 'a component of the shell (`libs/ui`)',
    file: 'libs/ui/src/layout/Page.tsx',
    from: "maxWidth: '46rem'",
    to: (round) => `maxWidth: '${400 + round}px'`,
    isSeen: (round) => hasStyle('div:has(> h1)', 'maxWidth', `${400 + round}px`),
  },
];
