import { handedOverTests } from './behaviour/handed-over';
import { roleSiteTests } from './behaviour/role-sites';
import { confirmingPeopleTests, signOffTests } from './behaviour/sign-off';
import { logbookChainTests, signOffLinkTests } from './behaviour/sign-off-links';
import { onEveryEngine } from './database/engines';

onEveryEngine((database) => {
  describe('entries that are confirmed and returned', () => {
    signOffTests(database);
  });
  describe('people who confirm', () => {
    confirmingPeopleTests(database);
  });
  describe('links to people without an account', () => {
    signOffLinkTests(database);
  });
  describe('sites of roles', () => {
    roleSiteTests(database);
  });
  describe('entries that are handed over', () => {
    handedOverTests(database);
  });
  describe('the chain of steps', () => {
    logbookChainTests(database);
  });
});
