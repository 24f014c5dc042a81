import { onEveryEngine } from '../database/engines';
import { jobCases } from './jobs.cases';
import { setAsideCases } from './set-aside.cases';

onEveryEngine((database) => {
  describe('jobs', () => {
    jobCases(database);
    setAsideCases(database);
  });
});
