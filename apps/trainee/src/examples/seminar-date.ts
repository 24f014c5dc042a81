import type { SeminarDate } from '@nemus/data';

/** A date with 3 of 12 places free, long to come: 1 March 2099, 9:00 to 15:00 in Berlin. */
export function exampleDate(change: Partial<SeminarDate> = {}): SeminarDate {
  return {
    id: 'd1',
    course_id: '00000000-0000-4000-8000-0000000000c1',
    title: 'Angststörungen',
    starts_at: '2099-03-01T08:00:00+00:00',
    ends_at: '2099-03-01T14:00:00+00:00',
    type: 'Seminar',
    format: 'Präsenz',
    location: 'Raum 3',
    instructor: 'Dr. Miriam Vogt',
    capacity: 12,
    free_places: 3,
    waiting: 0,
    change_until: '2099-02-22T08:00:00+00:00',
    is_changeable: true,
    own_status: null,
    own_position: null,
    parts: null,
    parts_needed: null,
    ...change,
  };
}
