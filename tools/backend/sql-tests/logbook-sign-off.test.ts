import { confirmingPeopleTests, signOffTests } from './behaviour/sign-off';
import { onEveryEngine } from './database/engines';

onEveryEngine((database) => {
  describe('entries that are confirmed and returned', () => {
    signOffTests(database);
  });
  describe('people who confirm', () => {
    confirmingPeopleTests(database);
  });
});
