import { onEveryEngine, SERVER } from '../database/engines';
import { releaseAlarmCases } from './alarms.cases';
import { areaReportCases } from './area-reports.cases';
import { policyReportCases } from './policy-reports.cases';
import { releaseRaceCases } from './races.cases';
import { releaseCases } from './releases.cases';

onEveryEngine((database, engine) => {
  describe('releases', () => {
    releaseCases(database);
  });
  describe('failing releases', () => {
    releaseAlarmCases(database);
  });
  describe('reports about areas', () => {
    areaReportCases(database);
  });
  describe('reports about policies', () => {
    policyReportCases(database);
  });
  if (engine !== SERVER) return;
  describe('concurrently', () => {
    releaseRaceCases(database);
  });
});
