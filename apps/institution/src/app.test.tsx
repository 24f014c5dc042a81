/** @jest-environment ../../jest.browser.mjs */
import { describeRemote } from '@nemus/testing/jest';
import meeting from '../meeting.config';
import declaration from '../remote.config';
import app from './app';
import search from './search';
import searchCourses from './search-courses';

describeRemote({ declaration, meeting, searches: { './search': search, './search-courses': searchCourses }, app });
