import { onEveryEngine } from '../database/engines';
import { jobCases } from './jobs.cases';
import { metricsCases } from './metrics.cases';
import { setAsideCases } from './set-aside.cases';

onEveryEngine((database) => {
  describe('jobs', () => {
    jobCases(database);
    metricsCases(database);
    setAsideCases(database);
  });
});
