import { onEveryEngine, SERVER } from '../database/engines';
import { appointmentRaceCases } from './appointment-races.cases';
import { appointmentCases } from './appointments.cases';
import { attendanceCodeCases } from './attendance-codes.cases';
import { attendanceRaceCases } from './attendance-races.cases';
import { attendanceCases } from './attendance.cases';
import { calendarCases } from './calendars.cases';
import { chosenBeforeCases } from './chosen-before.cases';
import { chosenDateCases } from './chosen-dates.cases';
import { dateInterestCases } from './interests.cases';
import { dateLetterCases } from './letters.cases';
import { notChosenCases } from './not-chosen.cases';
import { datePartCases } from './parts.cases';
import { dateCases } from './open-dates.cases';
import { placeRaceCases } from './place-races.cases';
import {
  dateMessageCases,
  enteringCases,
  freeEnrolmentCases,
  participantRaceCases,
  rebookingCases,
  waitingListCases,
} from './participants.cases';
import { offeredPlaceCases, placeCases } from './places.cases';
import { dateRaceCases } from './planning-races.cases';
import { datePlanningCases } from './planning.cases';
import { roomCases, roomRaceCases } from './rooms.cases';

it('races where there is a real PostgreSQL', () => {
  expect(SERVER !== null || process.env.NEMUS_REQUIRE_POSTGRES !== '1').toBe(true);
});

onEveryEngine((database, engine) => {
  describe('appointments', () => {
    appointmentCases(database);
  });
  describe('attendance', () => {
    attendanceCases(database);
  });
  describe('calendar subscriptions', () => {
    calendarCases(database);
  });
  describe('codes that a room shows', () => {
    attendanceCodeCases(database);
  });
  describe('dates', () => {
    dateCases(database);
  });
  describe('dates in parts', () => {
    datePartCases(database);
  });
  describe('planning dates', () => {
    datePlanningCases(database);
  });
  describe('rooms', () => {
    roomCases(database);
  });
  describe('dates chosen with a purchase', () => {
    chosenBeforeCases(database);
  });
  describe('interest in dates', () => {
    dateInterestCases(database);
  });
  describe('letters about dates', () => {
    dateLetterCases(database);
  });
  describe('places', () => {
    placeCases(database);
  });
  describe('places after the deadline', () => {
    offeredPlaceCases(database);
  });
  describe('chosen dates', () => {
    chosenDateCases(database);
  });
  describe('messages to people of a date', () => {
    dateMessageCases(database);
  });
  describe('people moved to another date', () => {
    rebookingCases(database);
  });
  describe('dates that a person did not choose', () => {
    notChosenCases(database);
  });
  describe('people who call', () => {
    enteringCases(database);
  });
  describe('people enrolled free of charge', () => {
    freeEnrolmentCases(database);
  });
  describe('the waiting list by hand', () => {
    waitingListCases(database);
  });
  if (engine !== SERVER) return;
  describe('concurrently', () => {
    appointmentRaceCases(database);
    attendanceRaceCases(database);
    placeRaceCases(database);
    participantRaceCases(database);
    dateRaceCases(database);
    roomRaceCases(database);
  });
});
