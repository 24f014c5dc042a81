import { onEveryEngine, SERVER } from '../database/engines';
import { creditCases } from './credits.cases';
import { creditForecastCases } from './forecast.cases';
import { creditRaceCases } from './races.cases';

it('finds a real PostgreSQL when one is asked for', () => {
  expect(SERVER !== null || process.env.NEMUS_REQUIRE_POSTGRES !== '1').toBe(true);
});

onEveryEngine((database, engine) => {
  describe('credits', () => {
    creditCases(database);
  });
  describe('the forecast of credits', () => {
    creditForecastCases(database);
  });
  if (engine !== SERVER) return;
  describe('concurrently', () => {
    creditRaceCases(database);
  });
});
