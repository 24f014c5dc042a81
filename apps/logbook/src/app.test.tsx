/** @jest-environment ../../jest.browser.mjs */
import { describeRemote } from '@nemus/testing/jest';
import declaration from '../remote.config';
import app from './app';
import courseCredit from './course-credit';

describeRemote({
  declaration,
  app,
  slots: {
    'course-credit': { lifecycles: courseCredit, props: { courseId: '00000000-0000-4000-8000-00000000c001' } },
  },
});
