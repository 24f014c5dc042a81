/** @jest-environment ../../jest.browser.mjs */
import { describeRemote } from '@nemus/testing/jest';
import meeting from '../meeting.config';
import declaration from '../remote.config';
import app from './app';
import searchCourses from './search-courses';

describeRemote({
  declaration,
  meeting,
  searches: { './search-courses': searchCourses },
  app,
  deepLinks: [
    '/course/rechtliche-grundlagen',
    '/course/rechtliche-grundlagen/block-a',
    '/course/course-3/block-b',
    '/course/unbekannt',
  ],
});
