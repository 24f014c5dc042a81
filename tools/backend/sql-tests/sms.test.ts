import { phoneTests, smsTests } from './behaviour/sms';
import { onEveryEngine } from './database/engines';

onEveryEngine((database) => {
  describe('mobile numbers', () => {
    phoneTests(database);
  });
  describe('SMS', () => {
    smsTests(database);
  });
});
