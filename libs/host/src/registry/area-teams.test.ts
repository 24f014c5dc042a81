import { REGISTRY } from '../testing/samples';
import { AreaTeams } from './area-teams';

it('knows the team of an area from the registry on', () => {
  const teams = new AreaTeams();
  expect(teams.of('alpha')).toBeNull();
  teams.readFrom({ getState: () => ({ status: 'ready', document: REGISTRY, stale: false, refused: [] }) });
  expect(teams.of('alpha')).toBe('alpha');
  expect(teams.of('unknown')).toBeNull();
});
