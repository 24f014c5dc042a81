import type { Course, CourseOffer, InstitutionSettings, Trainee, Transaction } from '@nemus/data';

/** A trainee who only exists in the institution's list: no account, never invited. */
export function exampleTrainee(change: Partial<Trainee> = {}): Trainee {
  return {
    id: '00000000-0000-4000-8000-0000000000a1',
    first_name: 'Anna',
    last_name: 'Schmidt',
    email: 'anna.schmidt@praxis.example',
    phone: '',
    registered_on: '2026-01-15',
    status: 'active',
    completed_hours: 425,
    total_hours: 600,
    competencies: ['fachliche_kompetenz', 'diagnostische_kompetenz', 'methoden_kompetenz'],
    user_id: null,
    linked_at: null,
    is_sample: false,
    has_sample_hours: false,
    access: 'none',
    invitation: null,
    ...change,
  };
}

/** A course without dates, for 60 credits. */
export function exampleCourse(change: Partial<Course> = {}): Course {
  return {
    id: '00000000-0000-4000-8000-00000000c001',
    title: 'Ethik',
    description: 'Worum es geht.',
    competency: 'professionelle_haltung',
    duration_hours: 8,
    difficulty: 'Anfänger',
    theory_units: 8,
    practical_units: 0,
    elearning_units: 0,
    price_euros: 120,
    credit_cost: 60,
    is_premium: false,
    is_active: true,
    has_dates: false,
    zfu_status: null,
    zfu_number: null,
    ...change,
  };
}

/** A course as the catalogue offers it, without dates. */
export const exampleOffer = (course: Course, change: Partial<CourseOffer> = {}) => ({
  course,
  enrollment: null,
  dates: [],
  chosen: null,
  is_buyable: true,
  is_asked: false,
  ...change,
});

/** Settings as a new institution finds them (S-7.14). */
export const exampleSettings: InstitutionSettings = {
  institution_name: 'Praxis am Park',
  institution_address: '',
  institution_phone: '',
  institution_website: '',
  institution_description: '',
  email_notifications: true,
  sms_notifications: false,
  marketing_emails: false,
  weekly_reports: true,
  two_factor_enabled: false,
  login_alerts: true,
  billing_email: '',
  invoice_frequency: 'monthly',
  vat_id: '',
};

/** A paid purchase of 200 credits with its invoice. */
export function examplePurchase(change: Partial<Transaction> = {}): Transaction {
  return {
    id: 'purchase-1',
    type: 'credits',
    item_name: '200 Credits',
    occurred_at: '2026-03-14T09:30:00+00:00',
    amount_cents: 40_000,
    status: 'completed',
    payment_method: 'card',
    participants: null,
    credits_amount: 200,
    billing_period: null,
    service_from: null,
    service_until: null,
    parts: null,
    terms: null,
    is_sample: false,
    invoice: { id: 'invoice-1', number: 'NE-2026-0007', kind: 'invoice' },
    ...change,
  };
}
