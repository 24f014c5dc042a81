import { onEveryEngine } from '../database/engines';
import { figureCases } from './figures.cases';

onEveryEngine((database) => {
  describe('figures', () => {
    figureCases(database);
  });
});
