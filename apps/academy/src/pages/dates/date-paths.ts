/** Addresses of the dates, in one place. */
export const datePaths = {
  list: '/academy/dates',
  soon: '/academy/dates?zeit=demnaechst',
  unticked: '/academy/dates?zeit=offen',
  calendar: '/academy/dates?ansicht=kalender',
  create: '/academy/dates/neu',
  createFor: (courseId: string) => `/academy/dates/neu?kurs=${courseId}`,
  teachers: '/academy/dates/lehrende',
  rooms: '/academy/dates/raeume',
  inRoom: (roomId: string) => `/academy/dates?raum=${roomId}`,
  date: (id: string) => `/academy/dates/${id}`,
  edit: (id: string) => `/academy/dates/${id}/bearbeiten`,
  parts: (id: string) => `/academy/dates/${id}/teile`,
  participants: (id: string) => `/academy/dates/${id}/participants`,
} as const;
