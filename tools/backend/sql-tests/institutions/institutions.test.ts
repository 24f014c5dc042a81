import { onEveryEngine, SERVER } from '../database/engines';
import { membershipSenseCases } from './acting-members.cases';
import { approvalCases } from './approvals.cases';
import { bookingRequestCases } from './booking-requests.cases';
import { budgetCases } from './budgets.cases';
import { leftBehindCases } from './left-behind.cases';
import { organisationLogCases } from './log.cases';
import { memberRoleCases } from './member-roles.cases';
import { memberCases } from './members.cases';
import { ownPlaceCases } from './own-places.cases';
import { memberRaceCases } from './races.cases';

onEveryEngine((database, engine) => {
  describe('member role × action', () => {
    memberRoleCases(database);
  });
  describe('members', () => {
    memberCases(database);
  });
  describe('invitations of former administrators', () => {
    leftBehindCases(database);
  });
  describe('places that members take for themselves', () => {
    ownPlaceCases(database);
  });
  describe('budgets and approvals', () => {
    budgetCases(database);
  });
  describe('requests of bookings', () => {
    bookingRequestCases(database);
  });
  describe('log of the organisation', () => {
    organisationLogCases(database);
  });
  describe('policies and functions', () => {
    membershipSenseCases(database);
  });
  describe('approval of institutions', () => {
    approvalCases(database);
  });
  if (engine !== SERVER) return;
  describe('concurrently', () => {
    memberRaceCases(database);
  });
});
