import { onEveryEngine, SERVER } from '../database/engines';
import { invoiceCases } from './invoices.cases';
import { invoiceRaceCases } from './races.cases';

onEveryEngine((database, engine) => {
  describe('invoices', () => {
    invoiceCases(database);
  });
  if (engine !== SERVER) return;
  describe('concurrently', () => {
    invoiceRaceCases(database);
  });
});
