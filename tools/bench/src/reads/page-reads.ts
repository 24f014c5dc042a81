import * as data from '@nemus/data';
import { PROFILE_COLUMNS } from '@nemus/start';
import { ALL_TRAINEES } from './all-trainees';
import { idOf, type Person, type Role } from './people';

/** One read of a page, with its role. */
export interface PageRead {
  readonly name: string;
  readonly by: Role;
  /** Sends the page's request; the answer's content is ignored. */
  readonly ask: (client: data.DataClient, person: Person) => unknown;
}

type Reads = Readonly<Record<string, PageRead['ask']>>;
const readsOf = (by: Role, reads: Reads): PageRead[] => Object.entries(reads).map(([name, ask]) => ({ name, by, ask }));

const COURSE = idOf('c40');
const DATE = idOf('d99');
const LEARNING = 'rechtliche-grundlagen';
const BLOCK = 'block-a';
const MODULE = 'rechtliche-grundlagen-einwilligung';
const COHORT = { search: '', filter: '', sort: 'name' } as const;
const ALL_ORDERS = { search: '', status: null, kind: null, from: null, until: null };
const ALL_INVOICES = { search: '', from: null, until: null, page: 1 };
const ALL_DATES = { from: null, until: null, courseId: null, teacherId: null, latestFirst: false };
const ALL_AUDITED = { actor: null, subject: null, subjectId: null, search: null, from: null, until: null, below: null };
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString();
const WHOLE_CATALOGUE = {
  search: '',
  competency: null,
  difficulty: null,
  month: null,
  house: null,
  online: false,
  free: false,
  most: null,
  ownLast: true,
};
const PALETTE = { limit: 5, signal: new AbortController().signal };
const today = day(0).slice(0, 10);

const commonReads = (by: Role) =>
  readsOf(by, {
    'profile, with roles': (client, { id }) =>
      client.from('nemus_profiles').select(PROFILE_COLUMNS).eq('user_id', id).single(),
    'unread news': data.fetchUnreadNotifications,
  });

/**
 * Every read of every page, as the page sends it. `reads.test.ts` lists the reads of `@nemus/data` that are left out,
 * and why.
 */
export const PAGE_READS: readonly PageRead[] = [
  ...commonReads('trainee'),
  ...readsOf('trainee', {
    'first steps': data.fetchFirstSteps,
    'first visit': data.fetchFirstVisit,
    'second factors, their state': data.fetchFactorState,
    'deleting the account': data.fetchDeletionTerms,
    'own sessions': data.fetchSessions,
    'catalogue, first page': (client) => data.fetchCataloguePage(client, WHOLE_CATALOGUE, 1),
    'catalogue, a search that forgives': (client) =>
      data.fetchCataloguePage(client, { ...WHOLE_CATALOGUE, search: 'Kurrs' }, 1),
    'a course of the catalogue': (client, { course }) => data.fetchCourseOffer(client, course),
    'a course': (client, { course }) => data.fetchCourse(client, course),
    'dates of a seminar': (client) => data.fetchSeminarDates(client, COURSE),
    'what a seminar would count for': (client, { course }) => data.fetchCourseCredit(client, course),
    enrolments: (client, { id }) => data.fetchEnrollments(client, id),
    'enrolled courses': (client, { id }) => data.fetchEnrolledCourseIds(client, id),
    competencies: (client, { id }) => data.fetchCompetencyProgress(client, id),
    'competency plans': (client, { id }) => data.fetchCompetencyPlans(client, id),
    targets: (client, { id }) => data.fetchTrainingProgress(client, id),
    'training, begin and end': (client, { id }) => data.fetchTrainingInfo(client, id),
    appointments: data.fetchAppointments,
    'booked seminars': data.fetchBookedSeminars,
    certificates: data.fetchCertificates,
    'own rights of withdrawal': data.fetchOwnWithdrawals,
    'own invoices by transfer': data.fetchOwnTransfers,
    'whether a certificate is genuine': (client) => data.verifyCertificate(client, 'N-1'),
    'own institutions': data.fetchInstitutionLinks,
    'own memberships': data.fetchMemberships,
    'personal data': (client, { id }) => data.fetchPersonalData(client, id),
    'billing address': data.fetchBillingAddress,
    'mobile number': (client, { id }) => data.fetchPhone(client, id),
    'own name': (client, { id }) => data.fetchOwnName(client, id),
    news: (client) => data.fetchNotifications(client, { unread: false, page: 1, pageSize: 20 }),
    'choices of news': data.fetchNotificationSettings,
    'e-learning courses': data.fetchLearningCourses,
    'e-learning, a search that forgives': (client) => data.fetchSimilarCourses(client, 'Kurrs'),
    'e-learning, progress': (client, { id }) => data.fetchLearningProgress(client, id),
    'e-learning, own': data.fetchOwnLearning,
    'e-learning, place in a block': (client, { id }) => data.fetchBlockPosition(client, id, LEARNING, BLOCK),
    'text of a module': (client) => data.fetchModuleContent(client, MODULE),
    'scores of a block': (client) => data.fetchQuizScores(client, LEARNING, BLOCK),
    leaderboard: (client) => data.fetchLeaderboard(client, LEARNING, BLOCK),
    'a week of the logbook': (client) => data.fetchLogbookWeek(client, today),
    'entries of the logbook': (client, { id }) => data.fetchLogbookEntryPage(client, id, {}, 1, 50),
    'entries of the logbook, totals': (client, { id }) => data.fetchLogbookEntryTotals(client, id, {}),
    'certificates from elsewhere': data.fetchLogbookCertificates,
    'people who may confirm': data.fetchPossibleConfirmers,
    'sites of the logbook': (client, { id }) => data.fetchLogbookSites(client, id),
    interruptions: (client, { id }) => data.fetchInterruptions(client, id),
    'cases of the logbook': (client, { id }) => data.fetchLogbookCases(client, id),
    'hours of the cases': data.fetchCaseHours,
    'sign-off, its state': data.fetchSignOffStatus,
    'sign-off, open entries for me': (client) => data.fetchSignOffInbox(client, null),
    'sign-off, decided by me': (client) => data.fetchDecisions(client, '', 1, 50),
    'what counts for what': (client) => data.fetchCountedHours(client),
    'what counted from where': (client) => data.fetchCountedSources(client, null, 1),
    'sections of employment': (client) => data.fetchSectionReport(client, null),
    'sets of requirements': data.fetchRequirementHeads,
    'requirements, chosen': (client, { id }) => data.fetchRequirementChoices(client, id),
    'requirements, plan': (client) => data.fetchRequirementPlan(client, null),
    'purchases that are open': data.fetchOpenPurchases,
    'palette, courses': (client) => data.findCourses(client, { list: 'seminars', search: 'Kurs 17', ...PALETTE }),
    'palette, appointments': (client) => data.findAppointments(client, { search: 'Termin', ...PALETTE }),
  }),
  ...commonReads('institution'),
  ...readsOf('institution', {
    overview: data.fetchInstitutionOverview,
    approval: data.fetchApproval,
    balance: data.fetchCreditBalance,
    'credits, forecast': data.fetchCreditForecast,
    subscription: data.fetchSubscription,
    prices: data.fetchPrices,
    taxes: data.fetchOwnTaxes,
    support: data.fetchOwnSupport,
    'cheapest and dearest course': data.fetchCourseCostRange,
    'trainees, a page of 50': (client) => data.fetchTraineePage(client, ALL_TRAINEES, 1, 50),
    'trainees, a search': (client) => data.fetchTraineePage(client, { ...ALL_TRAINEES, search: 'n17' }, 1, 50),
    'trainees, by hours': (client) =>
      data.fetchTraineePage(client, { ...ALL_TRAINEES, sort: 'hours', descending: true }, 1, 50),
    'a trainee': (client, { trainee }) => data.fetchTrainee(client, trainee),
    'bookings of a trainee': (client, { trainee }) => data.fetchTraineeBookings(client, trainee),
    'places of a trainee': (client, { trainee }) => data.fetchBookedPlaces(client, { traineeId: trainee }),
    'budget of a trainee': (client, { trainee }) => data.fetchBudgets(client, [trainee]),
    bookings: data.fetchBookings,
    'places of a booking': (client, { booking }) => data.fetchBookedPlaces(client, { bookingId: booking }),
    'terms of a booking': (client, { booking }) => data.fetchBookingTerms(client, booking),
    'rules of a booking': (client) => data.fetchBookingRules(client, today),
    'who is booked for a course': (client) => data.fetchBookedTraineeIds(client, COURSE),
    'bookings to approve': data.fetchBookingRequests,
    'all places that were paid': (client) => data.fetchSeats(client, { search: '', state: null, page: 1 }),
    purchases: data.fetchTransactions,
    invoices: data.fetchInvoices,
    'choices of invoices': data.fetchInvoiceChoices,
    'invoices paid by transfer': data.fetchOwnTransfers,
    'payments for the next invoice': (client) => client.rpc('nemus_gathered_payments'),
    settings: data.fetchInstitutionSettings,
    members: data.fetchMembers,
    'log of the institution': (client) =>
      data.fetchOrganisationLines(client, {
        actor: null,
        subject: null,
        search: null,
        from: null,
        to: null,
        before: null,
      }),
    'weekly reports': data.fetchWeeklyReports,
    'time of the report': data.fetchReportTime,
    'cohort, a page of 25': (client) => data.fetchCohort(client, COHORT, 1),
    'cohort, a search': (client) => data.fetchCohort(client, { ...COHORT, search: 'v1' }, 1),
    'cohort, who is behind': (client) => data.fetchCohort(client, { ...COHORT, filter: 'behind', sort: 'lag' }, 1),
    'people who confirm': data.fetchConfirmingPeople,
    'sign-off, workload': data.fetchSignOffWorkload,
    'names of trainees': data.fetchTraineeNames,
  }),
  ...commonReads('staff'),
  ...readsOf('staff', {
    overview: (client) => client.rpc('nemus_academy_overview'),
    'seminars, a page': (client) => data.fetchSeminars(client, { search: '', state: null, page: 1 }),
    'seminars, a search': (client) => data.fetchSeminars(client, { search: 'Kurs 171', state: null, page: 1 }),
    'seminars, a word that all have': (client) => data.fetchSeminars(client, { search: 'Kurs', state: null, page: 1 }),
    'a seminar': (client) => data.fetchSeminar(client, COURSE),
    'e-learning courses of a seminar': (client) => client.rpc('nemus_seminar_learning', { p_seminar: COURSE }),
    'dates to come': (client) => data.fetchTeachingDates(client, { ...ALL_DATES, from: day(0) }, 50, 0),
    'dates of a month': (client) =>
      data.fetchTeachingDates(client, { ...ALL_DATES, from: day(0), until: day(31) }, 500, 0),
    'dates of a seminar': (client) => data.fetchTeachingDates(client, { ...ALL_DATES, courseId: COURSE }, 50, 0),
    'dates of a teacher': (client) =>
      data.fetchTeachingDates(client, { ...ALL_DATES, from: day(0), teacherId: idOf('t7') }, 50, 0),
    'a date': (client) => data.fetchTeachingDate(client, DATE),
    'participants and waiting list of a date': (client) => data.fetchDateParticipants(client, DATE),
    'preview of a series': (client) =>
      data.fetchDatePreview(
        client,
        {
          format: 'Präsenz',
          location: 'Raum 7',
          teacher_ids: [idOf('t7')],
          day: day(7).slice(0, 10),
          starts: '10:00',
          ends: '18:00',
          change_until: null,
          series: { weeks: 1, count: 26 },
        },
        null,
      ),
    'seminars to plan': (client) => data.fetchTeachingSeminars(client, { search: 'Kurs 4' }),
    'people who teach': data.fetchTeachers,
    rooms: data.fetchRooms,
    'orders, a page': (client) => data.fetchStaffOrders(client, { ...ALL_ORDERS, search: '', page: 1 }),
    'orders, a search by address': (client) =>
      data.fetchStaffOrders(client, { ...ALL_ORDERS, search: '717@nemus.example', page: 1 }),
    'orders, a word that all buyers have': (client) =>
      data.fetchStaffOrders(client, { ...ALL_ORDERS, search: 'crowd', page: 1 }),
    'orders, their sums': (client) => data.fetchOrderTotals(client, ALL_ORDERS),
    'documents, a page': (client) => data.fetchStaffInvoices(client, ALL_INVOICES),
    'documents of an order': (client, { order }) =>
      data.fetchStaffInvoices(client, { ...ALL_INVOICES, orderId: order }),
    'invoices paid by transfer, unsettled': (client) => data.fetchStaffTransfers(client, 'unsettled'),
    'institutions that pay by transfer': (client) => data.fetchTransferTerms(client, ''),
    turnover: (client) => data.fetchTurnover(client, day(-365).slice(0, 10), today),
    'an order': (client, { order }) => data.fetchStaffOrder(client, order),
    'open tasks of orders': data.fetchOrderTasks,
    withdrawals: (client) => data.fetchStaffWithdrawals(client, { search: '', open: false, page: 1 }),
    'accounts, a page': (client) => data.fetchStaffAccounts(client, { search: '', kind: null, page: 1 }),
    'accounts, a search by address': (client) =>
      data.fetchStaffAccounts(client, { search: '717@nemus.example', kind: null, page: 1 }),
    'accounts, a word that all have': (client) =>
      data.fetchStaffAccounts(client, { search: 'crowd', kind: null, page: 1 }),
    'an account': (client, { id }) => data.fetchStaffAccount(client, id),
    'institutions to approve': data.fetchInstitutionReviews,
    'names to decide': data.fetchNameRequests,
    'requests to answer': (client) => data.fetchStaffSupport(client, false),
    'audit log': (client) => data.fetchAuditLines(client, ALL_AUDITED),
    'audit log of a seminar': (client) =>
      data.fetchAuditLines(client, { ...ALL_AUDITED, subject: 'courses', subjectId: COURSE }),
    'filters of the audit log': (client) => client.rpc('nemus_audit_filters'),
    'e-learning, the desk': (client) => client.rpc('nemus_learning_desk'),
    'sets of requirements': (client) => data.fetchStaffRequirements(client, { state: null, page: 1 }),
  }),
];
