import { loginAlertTests } from './behaviour/login-alerts';
import { onEveryEngine } from './database/engines';

onEveryEngine((database) => {
  describe('sessions and login alerts', () => {
    loginAlertTests(database);
  });
});
