import { defineMeeting } from '@nemus/contract/config';

export default defineMeeting({
  emits: { 'logbook-changed': { 'a case was begun': {} } },
  hears: {
    'logbook-changed': { takes: { 'another tab changed it': {} } },
    'profile-changed': { takes: { 'another tab saved it': {} } },
  },
  offers: {
    'course-credit': {
      takes: { 'of a seminar in the catalogue': { courseId: '00000000-0000-4000-8000-00000000c001' } },
      refuses: { 'of no seminar': { courseId: '' } },
    },
  },
});
