import { onEveryEngine, SERVER } from '../database/engines';
import { bookkeepingCases } from './bookkeeping.cases';
import { countryCases } from './countries.cases';
import { courseOnInvoiceCases, courseOnInvoiceRaceCases } from './course-on-invoice.cases';
import { invoiceCases } from './invoices.cases';
import { moneyDeskCases } from './money-desk.cases';
import { invoiceRaceCases } from './races.cases';
import { transferCases } from './transfers.cases';
import { transferRaceCases } from './transfer-races.cases';

onEveryEngine((database, engine) => {
  describe('invoices', () => {
    invoiceCases(database);
  });
  describe('bookkeeping', () => {
    bookkeepingCases(database);
  });
  describe('money desk', () => {
    moneyDeskCases(database);
  });
  describe('transfers', () => {
    transferCases(database);
  });
  describe('course on an invoice', () => {
    courseOnInvoiceCases(database);
  });
  describe('countries', () => {
    countryCases(database);
  });
  if (engine !== SERVER) return;
  describe('concurrently', () => {
    invoiceRaceCases(database);
    transferRaceCases(database);
    courseOnInvoiceRaceCases(database);
  });
});
