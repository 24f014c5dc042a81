import { collapsedCookie, readCollapsed } from './sidebar-cookie';

it('remembers the state for 7 days', () => {
  expect(collapsedCookie(true)).toBe('sidebar_state=collapsed; path=/; max-age=604800; samesite=lax');
  expect(collapsedCookie(false)).toBe('sidebar_state=expanded; path=/; max-age=604800; samesite=lax');
});

it.each([
  ['', false],
  ['sidebar_state=collapsed', true],
  ['a=b; sidebar_state=collapsed; c=d', true],
  ['sidebar_state=expanded', false],
  ['other_sidebar_state=collapsed', false],
  ['sidebar_state=nonsense', false],
])('reads %j', (cookies, collapsed) => {
  expect(readCollapsed(cookies)).toBe(collapsed);
});
