import { cohortTests } from './behaviour/cohort';
import { countedHourTests } from './behaviour/counted-hours';
import { logbookPaperTests } from './behaviour/logbook-papers';
import { logbookEntryTests } from './behaviour/logbook-entries';
import { logbookPlaceTests } from './behaviour/logbook-places';
import { logbookStateTests } from './behaviour/logbook-states';
import { plannedHourTests } from './behaviour/planned-hours';
import { requirementChoiceTests, requirementTests } from './behaviour/requirements';
import { onEveryEngine } from './database/engines';

onEveryEngine((database) => {
  describe('the logbook on paper', () => {
    logbookPaperTests(database);
  });
  describe('states, roles and actions of the logbook', () => {
    logbookStateTests(database);
  });
  describe('requirement sets', () => {
    requirementTests(database);
  });
  describe('the choice of requirements', () => {
    requirementChoiceTests(database);
  });
  describe('what counts for what', () => {
    countedHourTests(database);
  });
  describe('what is planned', () => {
    plannedHourTests(database);
  });
  describe('the cohort of an institution', () => {
    cohortTests(database);
  });
  describe('entries of the logbook', () => {
    logbookEntryTests(database);
  });
  describe('sites and cases of the logbook', () => {
    logbookPlaceTests(database);
  });
});
