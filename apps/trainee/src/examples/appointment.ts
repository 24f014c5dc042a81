import type { Appointment } from '@nemus/data';

/** An appointment for tests: an online seminar on Monday, 1 March 2027, 14:00 to 15:30 in Berlin. */
export function exampleAppointment(change: Partial<Appointment> = {}): Appointment {
  return {
    id: 'a1',
    title: 'Fallseminar Angststörungen',
    type: 'Seminar',
    format: 'Online',
    starts_at: '2027-03-01T13:00:00+00:00',
    ends_at: '2027-03-01T14:30:00+00:00',
    description: '',
    location: '',
    instructor: 'Dr. Miriam Vogt',
    participants_taken: 12,
    capacity: 20,
    status: 'confirmed',
    waitlist_position: null,
    meeting_url: 'https://meet.example/angst',
    competency: 'methoden_kompetenz',
    units: 2,
    rating: null,
    feedback: null,
    is_sample: false,
    updated_at: '2027-02-01T10:00:00+00:00',
    calendar_sequence: 40_000_000,
    course_id: null,
    change_until: null,
    cancelled_by_academy: false,
    cancel_reason: null,
    attendance: null,
    attended_units: null,
    offered_until: null,
    parts: null,
    parts_needed: null,
    part_marks: null,
    ...change,
  };
}
