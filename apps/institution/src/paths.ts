/** Addresses of the portal that this area leads to, in one place. */
export const paths = {
  dashboard: '/dashboard',
  trainees: '/piw-management',
  invite: '/piw-management/einladen',
  trainee: (id: string) => `/piw-management/${id}`,
  editTrainee: (id: string) => `/piw-management/${id}/bearbeiten`,
  bookings: '/course-bookings',
  bookCourse: '/course-bookings?ansicht=buchen',
  newPassword: '/reset-password',
  subscription: '/subscription',
  purchases: '/purchases',
} as const;
