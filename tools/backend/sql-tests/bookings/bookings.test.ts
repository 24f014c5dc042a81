import { onEveryEngine, SERVER } from '../database/engines';
import { bookedPlaceCases } from './booked-places.cases';
import { bookingChangeCases } from './changes.cases';
import { bookingDayCases } from './days.cases';
import { bookingRaceCases } from './races.cases';
import { seatRaceCases } from './seat-races.cases';
import { seatCases } from './seats.cases';
import { sparePlaceCases } from './spare-places.cases';

it('races where there is a real PostgreSQL', () => {
  expect(SERVER !== null || process.env.NEMUS_REQUIRE_POSTGRES !== '1').toBe(true);
});

onEveryEngine((database, engine) => {
  describe('changes of bookings', () => {
    bookingChangeCases(database);
  });
  describe('a booking of a seminar with dates', () => {
    bookingDayCases(database);
  });
  describe('booked places', () => {
    bookedPlaceCases(database);
  });
  describe('places that were paid', () => {
    seatCases(database);
  });
  describe('a place paid twice', () => {
    sparePlaceCases(database, engine === SERVER);
  });
  if (engine !== SERVER) return;
  describe('concurrently', () => {
    bookingRaceCases(database);
    seatRaceCases(database);
  });
});
