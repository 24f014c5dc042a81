import { onEveryEngine, SERVER } from '../database/engines';
import { notificationEventCases } from './events.cases';
import { notificationMailCases } from './mails.cases';
import { notificationCases } from './notifications.cases';
import { phoneCases } from './phones.cases';
import { smsRaceCases } from './races.cases';
import { smsCases } from './sms.cases';
import { weeklyReportCases } from './weekly-reports.cases';

it('races where there is a real PostgreSQL', () => {
  expect(SERVER !== null || process.env.NEMUS_REQUIRE_POSTGRES !== '1').toBe(true);
});

onEveryEngine((database, engine) => {
  describe('what accounts are told', () => {
    notificationCases(database);
  });
  describe('what happens is told', () => {
    notificationEventCases(database);
  });
  describe('mails of news', () => {
    notificationMailCases(database);
  });
  describe('mobile numbers', () => {
    phoneCases(database);
  });
  describe('SMS', () => {
    smsCases(database);
  });
  describe('weekly reports', () => {
    weeklyReportCases(database);
  });
  if (engine !== SERVER) return;
  describe('concurrently', () => {
    smsRaceCases(database);
  });
});
