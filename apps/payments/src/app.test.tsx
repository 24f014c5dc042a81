/** @jest-environment ../../jest.browser.mjs */
import { describeRemote } from '@nemus/testing/jest';
import declaration from '../remote.config';
import app from './app';
import coursePurchase from './course-purchase';
import creditBalance from './credit-balance';

const COURSE = {
  courseId: '00000000-0000-4000-8000-00000000c001',
  courseTitle: 'Rechtliche Grundlagen',
  priceEuros: 120,
  creditCost: 60,
  enrolled: false,
};

describeRemote({
  declaration,
  app,
  slots: {
    'course-purchase': { lifecycles: coursePurchase, props: COURSE },
    'credit-balance': { lifecycles: creditBalance, props: { variant: 'card' } },
  },
});
