/** Name in the query of the set that a new one is another version of. */
export const COPY_OF = 'von';

/** Addresses of the section. */
export const requirementPaths = {
  list: '/academy/requirements',
  fresh: '/academy/requirements/new',
  copy: (id: string) => `/academy/requirements/new?${new URLSearchParams({ [COPY_OF]: id }).toString()}`,
  set: (id: string) => `/academy/requirements/${encodeURIComponent(id)}`,
} as const;
