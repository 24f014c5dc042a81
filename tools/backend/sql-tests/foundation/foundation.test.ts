import { onEveryEngine } from '../database/engines';
import { factorGuardCases } from './factor-guard.cases';
import { hostileCases } from './hostile.cases';
import { viewCases } from './views.cases';

onEveryEngine((database) => {
  describe('a hostile client', () => {
    hostileCases(database);
  });
  describe('second factors', () => {
    factorGuardCases(database);
  });
  describe('views', () => {
    viewCases(database);
  });
});
