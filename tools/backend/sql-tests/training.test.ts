import { dateLetterTests } from './behaviour/date-letters';
import { dateTests } from './behaviour/dates';
import { staffTests } from './behaviour/staff';
import { onEveryEngine } from './database/engines';

onEveryEngine((database) => {
  describe('staff', () => {
    staffTests(database);
  });
  describe('dates', () => {
    dateTests(database);
  });
  describe('letters about dates', () => {
    dateLetterTests(database);
  });
});
