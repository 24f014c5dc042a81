/** Addresses of the portal that this area leads to, in one place. */
export const paths = {
  dashboard: '/dashboard',
  trainees: '/piw-management',
  invite: '/piw-management/einladen',
  trainee: (id: string) => `/piw-management/${id}`,
  editTrainee: (id: string) => `/piw-management/${id}/bearbeiten`,
  bookings: '/course-bookings',
  seats: '/course-bookings/plaetze',
  bookCourse: '/course-bookings?ansicht=buchen',
  /** The form that books one course. */
  bookThis: (courseId: string) => `/course-bookings?ansicht=buchen&kurs=${encodeURIComponent(courseId)}`,
  accountSecurity: '/account/security',
  newPassword: '/reset-password',
  subscription: '/subscription',
  purchases: '/purchases',
  reports: '/dashboard/report',
  reportTime: '/settings?bereich=benachrichtigungen',
  phone: '/account/phone',
} as const;
