import { onEveryEngine, SERVER } from '../database/engines';
import { buyableCases } from './buyable.cases';
import { catalogueCases } from './catalogue.cases';
import { catalogueWorkCases } from './catalogue-work.cases';
import { cataloguePageCases } from './catalogue-page.cases';
import { contentCases } from './offer.cases';
import { courseRaceCases } from './races.cases';
import { courseSearchCases } from './search.cases';

onEveryEngine((database, engine) => {
  describe('the catalogue that staff runs', () => {
    catalogueCases(database);
  });
  describe('work on whole seminars', () => {
    catalogueWorkCases(database);
  });
  describe('what can be bought', () => {
    buyableCases(database);
  });
  describe('content', () => {
    contentCases(database);
  });
  describe('the search of courses', () => {
    courseSearchCases(database);
  });
  describe('the catalogue, page by page', () => {
    cataloguePageCases(database);
  });
  if (engine !== SERVER) return;
  describe('concurrently', () => {
    courseRaceCases(database);
  });
});
