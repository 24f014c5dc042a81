/** @jest-environment ../../jest.browser.mjs */
import { describeRemote } from '@nemus/testing/jest';
import meeting from '../meeting.config';
import declaration from '../remote.config';
import app from './app';
import searchPeople from './search-people';
import searchSeminars from './search-seminars';

describeRemote({
  declaration,
  meeting,
  searches: { './search-seminars': searchSeminars, './search-people': searchPeople },
  app,
});
