import { BOTH, onEveryEngine } from '../database/engines';
import { searchCases } from './search.cases';

onEveryEngine((database) => {
  searchCases(database);
}, BOTH);
