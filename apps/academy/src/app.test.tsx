/** @jest-environment ../../jest.browser.mjs */
import { describeRemote } from '@nemus/testing/jest';
import meeting from '../meeting.config';
import declaration from '../remote.config';
import app from './app';
import searchDates from './search-dates';
import searchInvoices from './search-invoices';
import searchOrders from './search-orders';
import searchPeople from './search-people';
import searchSeminars from './search-seminars';
import searchWithdrawals from './search-withdrawals';

describeRemote({
  declaration,
  meeting,
  searches: {
    './search-seminars': searchSeminars,
    './search-people': searchPeople,
    './search-orders': searchOrders,
    './search-invoices': searchInvoices,
    './search-withdrawals': searchWithdrawals,
    './search-dates': searchDates,
  },
  app,
});
