/** @jest-environment ../../jest.browser.mjs */
import { describeRemote, offered } from '@nemus/testing/jest';
import meeting from '../meeting.config';
import declaration from '../remote.config';
import app from './app';
import coursePurchase from './course-purchase';
import creditBalance from './credit-balance';

describeRemote({
  declaration,
  meeting,
  app,
  slots: {
    'course-purchase': {
      lifecycles: coursePurchase,
      props: offered(meeting, 'course-purchase', 'for the account itself'),
    },
    'credit-balance': { lifecycles: creditBalance, props: offered(meeting, 'credit-balance', 'as a card') },
  },
});
