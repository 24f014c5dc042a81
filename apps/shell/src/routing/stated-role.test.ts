import { statedRole } from './stated-role';

it.each([
  [{ metadata: { user_type: 'institution' } }, 'institution'],
  [{ metadata: { user_type: 'admin' } }, null],
  [{ metadata: {} }, null],
  [null, null],
])('of %j takes %j', (user, role) => {
  expect(statedRole(user)).toBe(role);
});
