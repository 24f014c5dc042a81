import { bookingRequestTests } from './behaviour/booking-requests';
import { budgetTests } from './behaviour/budgets';
import { memberRoleTests } from './behaviour/member-roles';
import { memberTests } from './behaviour/members';
import { membershipSenseTests } from './behaviour/membership-sense';
import { organisationLogTests } from './behaviour/organisation-log';
import { onEveryEngine } from './database/engines';

onEveryEngine((database) => {
  describe('member role × action', () => {
    memberRoleTests(database);
  });
  describe('members', () => {
    memberTests(database);
  });
  describe('budgets and approvals', () => {
    budgetTests(database);
  });
  describe('requests of bookings', () => {
    bookingRequestTests(database);
  });
  describe('log of the organisation', () => {
    organisationLogTests(database);
  });
  describe('policies and functions', () => {
    membershipSenseTests(database);
  });
});
