/** An audited page, and who opens it: a visitor, or a demo account. */
export interface AuditedPage {
  readonly account: 'piw' | 'institution' | null;
  readonly address: string;
}

/** One page of every kind: forms, figures, charts, lists, dialogs' ground, drawings, long texts. */
export const AUDITED_PAGES: readonly AuditedPage[] = [
  { account: null, address: '/auth' },
  { account: null, address: '/datenschutz' },
  { account: 'piw', address: '/dashboard' },
  { account: 'piw', address: '/competencies' },
  { account: 'piw', address: '/seminar-catalog' },
  { account: 'piw', address: '/appointments' },
  { account: 'piw', address: '/e-learning' },
  { account: 'piw', address: '/course/rechtliche-grundlagen/block-a' },
  { account: 'institution', address: '/dashboard' },
  { account: 'institution', address: '/course-bookings' },
  { account: 'institution', address: '/settings' },
];

/** The name under which findings of a page are shown. */
export function nameOf({ account, address }: AuditedPage): string {
  return account === null ? address : `${address} (${account})`;
}
