import { accountTests } from './behaviour/accounts';
import { appointmentTests } from './behaviour/appointments';
import { areaReportTests } from './behaviour/area-reports';
import { bookingChangeTests } from './behaviour/booking-changes';
import { certificateTests } from './behaviour/certificates';
import { contentTests } from './behaviour/content';
import { courseSearchTests } from './behaviour/course-search';
import { creditTests } from './behaviour/credits';
import { disputeTests } from './behaviour/disputes';
import { figureTests } from './behaviour/figures';
import { hostileTests } from './behaviour/hostile';
import { invitationTests } from './behaviour/invitations';
import { invoiceTests } from './behaviour/invoices';
import { inviterTests } from './behaviour/inviters';
import { leaderboardTests } from './behaviour/leaderboard';
import { learningTests } from './behaviour/learning';
import { ownLearningTests } from './behaviour/own-learning';
import { letterTests } from './behaviour/letters';
import { premiumTests } from './behaviour/premium';
import { policyReportTests } from './behaviour/policy-reports';
import { sessionAndJobTests } from './behaviour/sessions-and-jobs';
import { purchaseTests } from './behaviour/purchases';
import { quizRunTests } from './behaviour/quiz-runs';
import { refundTests } from './behaviour/refunds';
import { waitingTests } from './behaviour/waiting';
import { releaseAlarmTests } from './behaviour/release-alarms';
import { releaseTests } from './behaviour/releases';
import { sampleDataTests } from './behaviour/sample-data';
import { traineeTests } from './behaviour/trainees';
import { firstStepTests } from './behaviour/first-steps';
import { visitTests } from './behaviour/visits';
import { withdrawalTests } from './behaviour/withdrawals';
import { onEveryEngine } from './database/engines';

onEveryEngine((database) => {
  describe('accounts', () => {
    accountTests(database);
  });
  describe('credits', () => {
    creditTests(database);
  });
  describe('invitations', () => {
    invitationTests(database);
  });
  describe('inviters', () => {
    inviterTests(database);
  });
  describe('trainees', () => {
    traineeTests(database);
  });
  describe('appointments', () => {
    appointmentTests(database);
  });
  describe('certificates', () => {
    certificateTests(database);
  });
  describe('sample data', () => {
    sampleDataTests(database);
  });
  describe('first steps', () => {
    firstStepTests(database);
  });
  describe('first visits', () => {
    visitTests(database);
  });
  describe('learning', () => {
    learningTests(database);
  });
  describe('own e-learning courses', () => {
    ownLearningTests(database);
  });
  describe('changes of bookings', () => {
    bookingChangeTests(database);
  });
  describe('the search of courses', () => {
    courseSearchTests(database);
  });
  describe('figures', () => {
    figureTests(database);
  });
  describe('content', () => {
    contentTests(database);
  });
  describe('premium courses', () => {
    premiumTests(database);
  });
  describe('runs of a quiz', () => {
    quizRunTests(database);
  });
  describe('the leaderboard', () => {
    leaderboardTests(database);
  });
  describe('purchases', () => {
    purchaseTests(database);
  });
  describe('invoices', () => {
    invoiceTests(database);
  });
  describe('letters of purchases', () => {
    letterTests(database);
  });
  describe('purchases under way', () => {
    waitingTests(database);
  });
  describe('refunds', () => {
    refundTests(database);
  });
  describe('disputes', () => {
    disputeTests(database);
  });
  describe('withdrawals', () => {
    withdrawalTests(database);
  });
  describe('releases', () => {
    releaseTests(database);
  });
  describe('failing releases', () => {
    releaseAlarmTests(database);
  });
  describe('reports about areas', () => {
    areaReportTests(database);
  });
  describe('reports about policies', () => {
    policyReportTests(database);
  });
  describe('sessions and jobs', () => {
    sessionAndJobTests(database);
  });
  describe('a hostile client', () => {
    hostileTests(database);
  });
});
