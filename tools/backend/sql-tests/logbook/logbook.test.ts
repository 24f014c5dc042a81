import { onEveryEngine, SERVER } from '../database/engines';
import { certificateCases } from './certificates.cases';
import { cohortCases } from './cohort.cases';
import { countedHourCases } from './counted-hours.cases';
import { dayLimitCases } from './day-limit.cases';
import { logbookEntryCases } from './entries.cases';
import { interruptionCases } from './interruptions.cases';
import { logbookPaperCases } from './papers.cases';
import { plannedHourCases } from './planned-hours.cases';
import { entryRaceCases } from './races.cases';
import { logbookPlaceCases } from './sites.cases';
import { logbookStateCases } from './states.cases';

it('races where there is a real PostgreSQL', () => {
  expect(SERVER !== null || process.env.NEMUS_REQUIRE_POSTGRES !== '1').toBe(true);
});

onEveryEngine((database, engine) => {
  describe('the logbook on paper', () => {
    logbookPaperCases(database);
  });
  describe('states, roles and actions of the logbook', () => {
    logbookStateCases(database);
  });
  describe('entries of the logbook', () => {
    logbookEntryCases(database);
  });
  describe('the limits of a day', () => {
    dayLimitCases(database);
  });
  describe('certificates from elsewhere', () => {
    certificateCases(database);
  });
  describe('sites and cases of the logbook', () => {
    logbookPlaceCases(database);
  });
  describe('what counts for what', () => {
    countedHourCases(database);
  });
  describe('what is planned', () => {
    plannedHourCases(database);
  });
  describe('interruptions of a training', () => {
    interruptionCases(database);
  });
  describe('the cohort of an institution', () => {
    cohortCases(database);
  });
  if (engine !== SERVER) return;
  describe('concurrently', () => {
    entryRaceCases(database);
  });
});
