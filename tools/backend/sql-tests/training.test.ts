import { authoringTests } from './behaviour/authoring';
import { learningMediaTests } from './behaviour/learning-media';
import { attendanceTests } from './behaviour/attendance';
import { attendanceCodeTests } from './behaviour/attendance-codes';
import { dateLetterTests } from './behaviour/date-letters';
import { datePlanningTests } from './behaviour/date-planning';
import { dateTests } from './behaviour/dates';
import { bookedPlaceTests } from './behaviour/booked-places';
import { bookingDayTests } from './behaviour/booking-days';
import { chosenDateTests } from './behaviour/chosen-dates';
import { demonstrationTests } from './behaviour/demonstration';
import { placeTests } from './behaviour/places';
import { staffTests } from './behaviour/staff';
import { catalogueTests } from './behaviour/catalogue';
import { termsTests } from './behaviour/terms';
import { staffOrderTests } from './behaviour/staff-orders';
import { staffPeopleTests } from './behaviour/staff-people';
import { verificationTests } from './behaviour/verification';
import { accountDeletionTests } from './behaviour/account-deletion';
import { onEveryEngine } from './database/engines';

onEveryEngine((database) => {
  describe('data of an account', () => {
    accountDeletionTests(database);
  });
  describe('attendance', () => {
    attendanceTests(database);
  });
  describe('codes that a room shows', () => {
    attendanceCodeTests(database);
  });
  describe('whether a certificate is genuine', () => {
    verificationTests(database);
  });
  describe('staff', () => {
    staffTests(database);
  });
  describe('orders for staff', () => {
    staffOrderTests(database);
  });
  describe('people for staff', () => {
    staffPeopleTests(database);
  });
  describe('dates', () => {
    dateTests(database);
  });
  describe('planning dates', () => {
    datePlanningTests(database);
  });
  describe('letters about dates', () => {
    dateLetterTests(database);
  });
  describe('places', () => {
    placeTests(database);
  });
  describe('chosen dates', () => {
    chosenDateTests(database);
  });
  describe('a booking of a seminar with dates', () => {
    bookingDayTests(database);
  });
  describe('a demonstration portal', () => {
    demonstrationTests(database);
  });
  describe('booked places', () => {
    bookedPlaceTests(database);
  });

  describe('the catalogue that staff runs', () => {
    catalogueTests(database);
  });
  describe('terms of a purchase', () => {
    termsTests(database);
  });
  describe('authoring', () => {
    authoringTests(database);
  });
  describe('learning media', () => {
    learningMediaTests(database);
  });
});
