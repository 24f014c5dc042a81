import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { panelStyles, tabRowStyles, tabStyles } from '../navigation/tab-styles';

const Row = styled('nav')(({ theme }) => ({ ...tabRowStyles(theme), display: 'flex', gap: 4 }));
const Tab = styled('a')(({ theme }) => ({
  ...tabStyles(theme, '[aria-current]'),
  display: 'flex',
  alignItems: 'center',
  textDecoration: 'none',
}));
const Panel = styled('div')(panelStyles);

/** `Tabs` as links, for a page without scripts. */
export function TabLinks({
  label,
  items,
  children,
}: {
  label: string;
  /** The first is the current one. */
  items: readonly { readonly href: string; readonly label: string }[];
  children: ReactNode;
}) {
  return (
    <div>
      <Row aria-label={label}>
        {items.map((item, place) => (
          <Tab key={item.href} href={item.href} aria-current={place === 0 ? 'page' : undefined}>
            {item.label}
          </Tab>
        ))}
      </Row>
      <Panel>{children}</Panel>
    </div>
  );
}
