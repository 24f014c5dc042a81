/** Name in the query of the set that is looked at before it is chosen. */
export const NEXT_SET = 'satz';

/** Addresses of the section. */
export const requirementPaths = {
  page: '/logbook/requirements',
  preview: (set: string) => `/logbook/requirements?${new URLSearchParams({ [NEXT_SET]: set }).toString()}`,
} as const;
