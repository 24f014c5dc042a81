import { notificationEventTests } from './behaviour/notification-events';
import { notificationMailTests } from './behaviour/notification-mails';
import { notificationTests } from './behaviour/notifications';
import { onEveryEngine } from './database/engines';

onEveryEngine((database) => {
  describe('what accounts are told', () => {
    notificationTests(database);
  });
  describe('what happens is told', () => {
    notificationEventTests(database);
  });
  describe('mails of news', () => {
    notificationMailTests(database);
  });
});
