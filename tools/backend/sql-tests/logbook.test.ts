import { logbookStateTests } from './behaviour/logbook-states';
import { onEveryEngine } from './database/engines';

onEveryEngine((database) => {
  describe('states, roles and actions of the logbook', () => {
    logbookStateTests(database);
  });
});
