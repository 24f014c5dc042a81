/** @jest-environment ../../jest.browser.mjs */
import { describeRemote, offered } from '@nemus/testing/jest';
import meeting from '../meeting.config';
import declaration from '../remote.config';
import app from './app';
import courseCredit from './course-credit';

describeRemote({
  declaration,
  meeting,
  app,
  slots: {
    'course-credit': {
      lifecycles: courseCredit,
      props: offered(meeting, 'course-credit', 'of a seminar in the catalogue'),
    },
  },
});
