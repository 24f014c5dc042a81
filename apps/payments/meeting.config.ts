import { defineMeeting } from '@nemus/contract/config';

const COURSE = {
  courseId: '00000000-0000-4000-8000-00000000c001',
  courseTitle: 'Rechtliche Grundlagen',
  priceEuros: 120,
  creditCost: 60,
  enrolled: false,
};

export default defineMeeting({
  emits: {
    'enrollments-changed': {
      'a course was bought': { courseId: COURSE.courseId },
      'a course was paid at the provider': { courseId: null },
    },
    'credits-changed': { 'a package was bought': {} },
    'bookings-changed': { 'two people were booked': { courseId: COURSE.courseId, traineeIds: ['t1', 't2'] } },
    'subscription-changed': { 'it was changed at the provider': {} },
  },
  hears: {
    'enrollments-changed': { takes: { 'a course was completed': { courseId: COURSE.courseId } } },
    'credits-changed': { takes: { 'a place was given back': {} } },
    'bookings-changed': { takes: { 'a place was given back': { courseId: COURSE.courseId, traineeIds: [] } } },
    'subscription-changed': { takes: { 'another tab changed it': {} } },
  },
  offers: {
    'course-purchase': {
      takes: {
        'for the account itself': COURSE,
        'of a course that it has': { ...COURSE, enrolled: true },
        'for two people who choose their dates': { ...COURSE, traineeIds: ['t1', 't2'] },
        'for two people, with a first day': { ...COURSE, traineeIds: ['t1', 't2'], startsOn: '2026-12-05' },
      },
      refuses: {
        'for no trainee, which is not for itself': { ...COURSE, traineeIds: [] },
        'with a first day for no trainee': { ...COURSE, startsOn: '2026-12-05' },
      },
    },
    'credit-balance': {
      takes: { 'in a line': { variant: 'inline' }, 'as a card': { variant: 'card' } },
      refuses: { 'in a form that it does not have': { variant: 'table' } },
    },
  },
});
