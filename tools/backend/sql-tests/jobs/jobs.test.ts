import { onEveryEngine } from '../database/engines';
import { jobCases } from './jobs.cases';

onEveryEngine((database) => {
  describe('jobs', () => {
    jobCases(database);
  });
});
