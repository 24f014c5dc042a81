/** Addresses of the section. */
export const cataloguePaths = {
  list: '/academy/catalogue',
  drafts: '/academy/catalogue?stand=draft',
  fresh: '/academy/catalogue/new',
  import: '/academy/catalogue/import',
  seminar: (id: string) => `/academy/catalogue/${encodeURIComponent(id)}`,
} as const;
