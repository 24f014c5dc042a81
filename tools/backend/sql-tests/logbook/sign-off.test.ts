import { onEveryEngine, SERVER } from '../database/engines';
import { logbookChainCases } from './chain.cases';
import { confirmingBasisCases } from './confirming-basis.cases';
import { confirmingPeopleCases } from './confirming-people.cases';
import { handedOverCases } from './handed-over.cases';
import { onlyConfirmingCases } from './only-confirming.cases';
import { privateNoteCases } from './private-notes.cases';
import { roleSiteCases } from './role-sites.cases';
import { signOffLetterCases } from './sign-off-letters.cases';
import { signOffLinkCases } from './sign-off-links.cases';
import { signOffRaceCases } from './sign-off-races.cases';
import { signOffCases } from './sign-off.cases';

it('races where there is a real PostgreSQL', () => {
  expect(SERVER !== null || process.env.NEMUS_REQUIRE_POSTGRES !== '1').toBe(true);
});

onEveryEngine((database, engine) => {
  describe('entries that are confirmed and returned', () => {
    signOffCases(database);
  });
  describe('people who confirm', () => {
    confirmingPeopleCases(database);
  });
  describe('accounts that only confirm', () => {
    onlyConfirmingCases(database);
  });
  describe('the basis of a confirmation', () => {
    confirmingBasisCases(database);
  });
  describe('links to people without an account', () => {
    signOffLinkCases(database);
  });
  describe('letters to people who confirm', () => {
    signOffLetterCases(database);
  });
  describe('notes on self-experience', () => {
    privateNoteCases(database);
  });
  describe('sites of roles', () => {
    roleSiteCases(database);
  });
  describe('entries that are handed over', () => {
    handedOverCases(database);
  });
  describe('the chain of steps', () => {
    logbookChainCases(database);
  });
  if (engine !== SERVER) return;
  describe('concurrently', () => {
    signOffRaceCases(database);
  });
});
