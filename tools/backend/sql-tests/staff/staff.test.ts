import { onEveryEngine, SERVER } from '../database/engines';
import { staffPeopleCases } from './people.cases';
import { staffRaceCases } from './races.cases';
import { staffCases } from './staff.cases';

it('finds a real PostgreSQL when one is asked for', () => {
  expect(SERVER !== null || process.env.NEMUS_REQUIRE_POSTGRES !== '1').toBe(true);
});

onEveryEngine((database, engine) => {
  describe('staff', () => {
    staffCases(database);
  });
  describe('people for staff', () => {
    staffPeopleCases(database);
  });
  if (engine !== SERVER) return;
  describe('concurrently', () => {
    staffRaceCases(database);
  });
});
