import { onEveryEngine, SERVER } from '../database/engines';
import { requirementChoiceCases } from './choices.cases';
import { requirementFigureCases } from './figures.cases';
import { requirementRaceCases } from './races.cases';
import { requirementCases } from './sets.cases';

it('races where there is a real PostgreSQL', () => {
  expect(SERVER !== null || process.env.NEMUS_REQUIRE_POSTGRES !== '1').toBe(true);
});

onEveryEngine((database, engine) => {
  describe('requirement sets', () => {
    requirementCases(database);
  });
  describe('the choice of requirements', () => {
    requirementChoiceCases(database);
  });
  describe('further figures of a set', () => {
    requirementFigureCases(database);
  });
  if (engine !== SERVER) return;
  describe('concurrently', () => {
    requirementRaceCases(database);
  });
});
