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
  describe('the chain of steps', () => {
    logbookChainTests(database);
  });
});
