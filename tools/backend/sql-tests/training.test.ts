import { staffTests } from './behaviour/staff';
import { onEveryEngine } from './database/engines';

onEveryEngine((database) => {
  describe('staff', () => {
    staffTests(database);
  });
});
