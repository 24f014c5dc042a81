/** @jest-environment ../../jest.browser.mjs */
import { describeRemote } from '@nemus/testing/jest';
import meeting from '../meeting.config';
import declaration from '../remote.config';
import app from './app';
import searchAppointments from './search-appointments';
import searchCourses from './search-courses';

describeRemote({
  declaration,
  meeting,
  searches: { './search-courses': searchCourses, './search-appointments': searchAppointments },
  app,
});
