import { onEveryEngine, SERVER } from '../database/engines';
import { accountCases } from './accounts.cases';
import { accountDeletionCases } from './deletion.cases';
import { accountExportCases } from './export.cases';
import { firstStepCases } from './first-steps.cases';
import { proofNameCases } from './names.cases';
import { nameRaceCases } from './races.cases';
import { visitCases } from './visits.cases';

onEveryEngine((database, engine) => {
  describe('accounts', () => {
    accountCases(database);
  });
  describe('data of an account', () => {
    accountDeletionCases(database);
  });
  describe('the export of an account', () => {
    accountExportCases(database);
  });
  describe('first visits', () => {
    visitCases(database);
  });
  describe('names on proofs', () => {
    proofNameCases(database);
  });
  describe('first steps', () => {
    firstStepCases(database);
  });
  if (engine !== SERVER) return;
  describe('concurrently', () => {
    nameRaceCases(database);
  });
});
