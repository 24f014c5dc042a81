/** Addresses of e-learning courses for authors. */
export const learningPaths = {
  list: '/academy/e-learning',
  course: (id: string) => `/academy/e-learning/${id}`,
  /** As learners see it; without a version, the draft. */
  preview: (id: string, version?: number) =>
    `/academy/e-learning/${id}/ansicht${version === undefined ? '' : `?version=${version}`}`,
} as const;
