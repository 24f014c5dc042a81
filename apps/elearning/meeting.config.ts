import { defineMeeting } from '@nemus/contract/config';

export default defineMeeting({
  emits: { 'enrollments-changed': { 'a module was completed': { courseId: 'rechtliche-grundlagen' } } },
  hears: {
    'enrollments-changed': {
      takes: { 'a course was bought': { courseId: 'course-1' }, 'some course was paid': { courseId: null } },
    },
    'logbook-changed': { takes: { 'another set of requirements was chosen': {} } },
  },
  shows: {
    'course-purchase': {
      'the seminar behind a premium course': {
        courseId: '00000000-0000-4000-8000-00000000c001',
        courseTitle: 'Traumatherapie',
        priceEuros: 240,
        creditCost: 120,
        enrolled: false,
      },
    },
  },
});
