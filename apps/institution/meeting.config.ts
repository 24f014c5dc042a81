import { defineMeeting } from '@nemus/contract/config';
import { z } from 'zod';

const COURSE = {
  courseId: '00000000-0000-4000-8000-00000000c001',
  courseTitle: 'Ethik',
  priceEuros: 120,
  creditCost: 60,
  enrolled: false,
};

const ANNA = '00000000-0000-4000-8000-0000000000a1';

export default defineMeeting({
  emits: {
    'enrollments-changed': { 'a purchase was given up': { courseId: 'c1' } },
    'bookings-changed': {
      'a request was approved and booked': { courseId: 'c1', traineeIds: ['t1'] },
      'a place was cancelled': { courseId: 'c1', traineeIds: [] },
    },
    'credits-changed': { 'a place was cancelled': {} },
    'profile-changed': { 'the settings were saved': {} },
  },
  hears: {
    'bookings-changed': {
      // People who get booked are removed from the selection.
      reads: z.object({ courseId: z.string(), traineeIds: z.array(z.string()) }),
      takes: { 'who was chosen is booked': { courseId: COURSE.courseId, traineeIds: [ANNA] } },
      ignores: { 'another course was booked': { courseId: 'c2', traineeIds: [ANNA] } },
    },
    'enrollments-changed': { takes: { 'the course was bought': { courseId: COURSE.courseId } } },
    'credits-changed': { takes: { 'a package was bought': {} } },
    'subscription-changed': { takes: { 'it has begun': {} } },
    'logbook-changed': { takes: { 'an entry was confirmed': {} } },
  },
  shows: {
    'course-purchase': {
      'for the institution itself': COURSE,
      'for people who choose their dates': { ...COURSE, traineeIds: [ANNA] },
      'for people, with a first day': { ...COURSE, traineeIds: [ANNA], startsOn: '2026-12-05' },
    },
    'credit-balance': { 'above a booking': { variant: 'inline' } },
  },
});
