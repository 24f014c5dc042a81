import { onEveryEngine } from '../database/engines';
import { demonstrationCases } from './demonstration.cases';
import { sampleDataCases } from './sample-data.cases';

onEveryEngine((database) => {
  describe('sample data', () => {
    sampleDataCases(database);
  });
  describe('a demonstration portal', () => {
    demonstrationCases(database);
  });
});
