import type {
  CatalogueCard,
  CataloguePage,
  Certificate,
  Competency,
  Course,
  Enrollment,
  EnrollmentStatus,
  LearningStatus,
  OwnLearning,
  PersonalData,
  TrainingInfo,
} from '@nemus/data';

/** A course for tests. */
export function exampleCourse(id: string, change: Partial<Course> = {}): Course {
  return {
    id,
    title: `Kurs ${id}`,
    description: 'Grundlagen und Übungen.',
    competency: 'fachliche_kompetenz',
    duration_hours: 12,
    difficulty: 'Anfänger',
    theory_units: 8,
    practical_units: 4,
    elearning_units: 0,
    price_euros: 240,
    credit_cost: 120,
    is_premium: false,
    is_active: true,
    has_dates: false,
    zfu_status: null,
    zfu_number: null,
    ...change,
  };
}

/** A course in a list of the catalogue, without dates. */
export function exampleCard(course: Course, change: Partial<CatalogueCard> = {}): CatalogueCard {
  return { ...course, enrollment: null, next_date: null, more_dates: 0, is_buyable: true, is_asked: false, ...change };
}

/** A page of the catalogue, the only one. */
export function examplePage(courses: readonly CatalogueCard[], change: Partial<CataloguePage> = {}): CataloguePage {
  const counts: Record<string, number> = {};
  for (const { competency } of courses) counts[competency] = (counts[competency] ?? 0) + 1;
  return {
    courses: [...courses],
    similar: [],
    total: courses.length,
    counts,
    edition: 'first',
    months: [],
    houses: [],
    ...change,
  };
}

/** An enrolment in the course of the same id. */
export function exampleEnrollment(
  id: string,
  status: EnrollmentStatus,
  progress = 0,
  competency: Competency = 'fachliche_kompetenz',
): Enrollment {
  return {
    id: `enrollment-${id}`,
    user_id: '00000000-0000-4000-8000-000000000001',
    course_id: id,
    enrollment_type: 'direct_purchase',
    status,
    progress_percentage: progress,
    enrolled_at: '2026-11-01T08:00:00+00:00',
    course: {
      title: `Kurs ${id}`,
      competency,
      duration_hours: 12,
      has_dates: false,
      theory_units: 8,
      practical_units: 4,
    },
  };
}

/** A free e-learning course of the account. */
export function exampleOwnLearning(
  id: string,
  status: LearningStatus,
  progress: number,
  change: Partial<OwnLearning> = {},
): OwnLearning {
  return {
    course_id: id,
    title: `E-Kurs ${id}`,
    competency: 'personale_kompetenz',
    units: 20,
    seminar_id: null,
    status,
    progress_percentage: progress,
    is_sample: false,
    is_done: status === 'completed',
    next_module: status === 'completed' ? null : 'Verstehen',
    ...change,
  };
}

export const exampleTrainingProgress = [
  { area: 'theory', completed_units: 325, target_units: 500, total_completed_units: 650, planned_units: 60 },
  { area: 'practice', completed_units: 240, target_units: 350, total_completed_units: 650, planned_units: 60 },
  { area: 'elearning', completed_units: 85, target_units: 150, total_completed_units: 650, planned_units: 60 },
] as const;

export const examplePersonalData: PersonalData = {
  phone: '0221 1234567',
  street: 'Musterweg 5',
  postal_code: '50667',
  city: 'Köln',
  birth_date: '1991-04-12',
};

export const exampleTrainingInfo: TrainingInfo = {
  field: 'Erwachsene',
  procedure: 'Verhaltenstherapie',
  chamber: 'Psychotherapeutenkammer NRW',
  training_site: 'Klinik am Park',
  supervisor_name: 'Dr. Miriam Vogt',
  started_on: '2024-10-01',
  expected_end_on: '2029-09-30',
};

/** The certificate of an account that is called otherwise today. */
export const exampleCertificate: Certificate = {
  id: '00000000-0000-4000-8000-0000000000c1',
  kind: 'completion',
  appointment_id: null,
  holder: 'Paula Probe',
  number: 'NW-2026-0142',
  title: 'Grundlagen der Verhaltenstherapie',
  issuer: 'Institut am Park',
  issuer_address: '',
  competency: 'methoden_kompetenz',
  units: 24,
  content: 'Lerntheorien, Verhaltensanalyse',
  session: null,
  is_sample: false,
  issued_on: '2026-05-14',
  revoked_at: null,
};

/** A certificate of attendance of the appointment `a1`. */
export const exampleAttendance: Certificate = {
  ...exampleCertificate,
  id: '00000000-0000-4000-8000-0000000000c2',
  kind: 'attendance',
  appointment_id: 'a1',
  number: 'T-A1',
  title: 'Fallseminar Angststörungen',
  issuer: 'Nemus Weiterbildungsportal',
  issuer_address: '',
  units: 2,
  content: '',
  session: {
    type: 'Seminar',
    format: 'Online',
    starts_at: '2027-03-01T13:00:00+00:00',
    ends_at: '2027-03-01T14:30:00+00:00',
    instructor: 'Dr. Miriam Vogt',
    parts: [],
  },
  issued_on: '2027-03-01',
};
