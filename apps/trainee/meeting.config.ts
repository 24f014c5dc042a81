import { defineMeeting } from '@nemus/contract/config';

export default defineMeeting({
  emits: {
    'enrollments-changed': {
      'a paid course was registered': { courseId: null },
      'a purchase was given up': { courseId: 'c1' },
    },
    'profile-changed': { 'personal data were saved': {} },
  },
  hears: {
    'enrollments-changed': {
      takes: { 'a seminar was bought': { courseId: 'angst' }, 'some course was paid': { courseId: null } },
    },
    'credits-changed': { takes: { 'a package was bought': {} } },
    'bookings-changed': { takes: { 'an institution has booked': { courseId: 'angst', traineeIds: ['t1'] } } },
    'subscription-changed': { takes: { 'it has ended': {} } },
    'profile-changed': { takes: { 'another tab saved it': {} } },
    'logbook-changed': { takes: { 'an entry was confirmed': {} } },
  },
  shows: {
    'course-purchase': {
      'of a seminar in the catalogue': {
        courseId: 'angst',
        courseTitle: 'Angststörungen',
        priceEuros: 240,
        creditCost: 120,
        enrolled: false,
      },
    },
    'course-credit': { 'of a seminar on its page': { courseId: '00000000-0000-4000-8000-0000000000c1' } },
  },
});
