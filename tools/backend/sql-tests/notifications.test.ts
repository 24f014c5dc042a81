import { notificationTests } from './behaviour/notifications';
import { onEveryEngine } from './database/engines';

onEveryEngine((database) => {
  describe('what accounts are told', () => {
    notificationTests(database);
  });
});
