import { BOTH, onEveryEngine } from '../database/engines';
import { contactCases } from './contacts.cases';
import { searchCases } from './search.cases';

onEveryEngine((database) => {
  searchCases(database);
  contactCases(database);
}, BOTH);
