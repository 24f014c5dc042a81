/** Addresses of orders, people and the log. */
export const paths = {
  orders: '/academy/orders',
  orderTasks: '/academy/orders/open',
  withdrawals: '/academy/orders/withdrawals',
  openWithdrawals: '/academy/orders/withdrawals?stand=offen',
  bookkeeping: '/academy/orders/bookkeeping',
  invoices: '/academy/orders/invoices',
  turnover: '/academy/orders/turnover',
  transfers: '/academy/orders/transfers',
  transferImport: '/academy/orders/transfers/import',
  transferTerms: '/academy/orders/transfers/terms',
  order: (id: string) => `/academy/orders/${id}`,
  people: '/academy/people',
  institutions: '/academy/people/institutions',
  waitingInstitutions: '/academy/people/institutions?stand=wartet',
  names: '/academy/people/names',
  support: '/academy/people/support',
  person: (id: string) => `/academy/people/${id}`,
  audit: '/academy/audit',
  auditOf: (subject: string, id: string) => `/academy/audit?subject=${subject}&id=${id}`,
} as const;

/** Checks a certificate; the number follows. Printed on papers, so it must not change. */
export const CERTIFICATE_CHECK = '/zertifikat';

/** Legal pages of the shell. */
export const LEGAL = { privacy: '/datenschutz' } as const;
