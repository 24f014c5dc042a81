/** @jest-environment ../../jest.browser.mjs */
import { useState, type ReactNode } from 'react';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NemusTheme } from '../theme/NemusTheme';
import { SidebarFooter, SidebarFrame } from './Sidebar';
import { SidebarDivider, SidebarItem, SidebarList } from './SidebarEntries';
import { TopBar } from './TopBar';

function screenIs(mobile: boolean) {
  window.matchMedia = (query) => ({
    matches: mobile && query.includes('max-width'),
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  });
}

function Sample({ onSignOut = () => undefined }: { onSignOut?: () => void }) {
  const [collapsed, setCollapsed] = useState(false);
  const [open, setOpen] = useState(false);
  return (
    <NemusTheme colorScheme="light">
      <TopBar menuOpen={open} onMenu={() => setOpen(true)}>
        Nemus
      </TopBar>
      <SidebarFrame
        collapsed={collapsed}
        onToggle={() => setCollapsed(!collapsed)}
        drawerOpen={open}
        onDrawerClose={() => setOpen(false)}
        footer={<SidebarFooter name="Anna Berg" detail="Psychotherapeut*in in Weiterbildung" onSignOut={onSignOut} />}
      >
        <SidebarList>
          <SidebarItem icon="dashboard" label="Dashboard" href="/dashboard" active />
        </SidebarList>
        <SidebarDivider />
        <SidebarList label="Weitere Bereiche">
          <SidebarItem icon="unknown-icon" label="Neuer Bereich" href="/new" />
        </SidebarList>
      </SidebarFrame>
    </NemusTheme>
  );
}

test('wide: names, the open page, sign-out', async () => {
  screenIs(false);
  const onSignOut = jest.fn();
  render(<Sample onSignOut={onSignOut} />);
  const nav = screen.getByRole('navigation', { name: 'Hauptnavigation' });
  expect(within(nav).getByRole('link', { name: 'Dashboard' })).toHaveAttribute('aria-current', 'page');
  expect(within(nav).getByRole('link', { name: 'Neuer Bereich' })).not.toHaveAttribute('aria-current');
  expect(screen.getByText('Psychotherapeut*in in Weiterbildung')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Abmelden' }));
  expect(onSignOut).toHaveBeenCalled();
});

test('a divider between two lists is an entry of neither', () => {
  screenIs(false);
  render(<Sample />);
  const nav = screen.getByRole('navigation', { name: 'Hauptnavigation' });
  expect(within(nav).getAllByRole('listitem')).toHaveLength(2);
  const further = within(nav).getByRole('list', { name: 'Weitere Bereiche' });
  expect(within(nav).getByRole('separator').nextElementSibling).toBe(further);
  expect(within(further).getByRole('link', { name: 'Neuer Bereich' })).toBeVisible();
});

test('in icon mode the entries keep their names', async () => {
  screenIs(false);
  render(<Sample />);
  await userEvent.click(screen.getByRole('button', { name: 'Seitenleiste ausblenden' }));
  expect(screen.queryByText('Dashboard')).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Seitenleiste einblenden' })).toHaveAttribute('aria-expanded', 'false');
});

test('in icon mode the entry under the pointer or with the focus shows its name', async () => {
  screenIs(false);
  render(<Sample />);
  expect(screen.queryByRole('tooltip')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Seitenleiste ausblenden' }));
  await userEvent.hover(screen.getByRole('link', { name: 'Neuer Bereich' }));
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Neuer Bereich');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('tooltip')).not.toBeInTheDocument());
  await userEvent.tab();
  expect(screen.getByRole('link', { name: 'Dashboard' })).toHaveFocus();
  expect(await screen.findByRole('tooltip')).toHaveTextContent('Dashboard');
  const [list] = screen.getAllByRole('list');
  for (const around of [list, list?.parentElement]) {
    expect(around).not.toHaveAttribute('title');
    expect(around).not.toHaveAttribute('aria-label');
    expect(around).not.toHaveAttribute('aria-describedby');
  }
});

test('narrow: a drawer that traps the focus, closes with Escape and gives the focus back', async () => {
  screenIs(true);
  render(<Sample />);
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  const opener = screen.getByRole('button', { name: 'Navigation öffnen' });
  await userEvent.click(opener);
  const drawer = screen.getByRole('dialog', { name: 'Navigation' });
  for (let step = 0; step < 6; step += 1) {
    await userEvent.tab();
    expect(drawer.parentElement).toContainElement(document.activeElement as HTMLElement);
  }
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(opener).toHaveFocus();
});

it('leads where the router link says', () => {
  const RouterLink = ({ to, children }: { to: string; children?: ReactNode }) => <a href={to}>{children}</a>;
  render(
    <NemusTheme colorScheme="light">
      <SidebarList>
        <SidebarItem component={RouterLink} to="/profile" icon="profile" label="Profil" />
      </SidebarList>
    </NemusTheme>,
  );
  expect(screen.getByRole('link', { name: 'Profil' })).toHaveAttribute('href', '/profile');
});
