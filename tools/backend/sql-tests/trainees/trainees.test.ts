import { onEveryEngine, SERVER } from '../database/engines';
import { invitationLimitCases } from './invitation-limits.cases';
import { invitationCases } from './invitations.cases';
import { invitationRaceCases } from './races.cases';
import { traineeCases } from './trainees.cases';

onEveryEngine((database, engine) => {
  describe('invitations', () => {
    invitationCases(database);
  });
  describe('limits of invitations', () => {
    invitationLimitCases(database);
  });
  describe('trainees', () => {
    traineeCases(database);
  });
  if (engine !== SERVER) return;
  describe('concurrently', () => {
    invitationRaceCases(database);
  });
});
