import { useContext, type ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { Button, IconButton } from '../actions/Button';
import { Logo, LogoMark } from '../brand/Logo';
import { Avatar } from '../display/Avatar';
import { Row, Stack, Text } from '../layout/primitives';
import { SideDrawer } from '../late/overlays';
import { useMobile } from '../layout/useMobile';
import { Tooltip } from '../overlays/Tooltip';
import { offPaper } from '../theme/print';
import { sidebar } from '../theme/tokens';
import { IconModeContext, SidebarEntries } from './SidebarEntries';

const Rail = styled('aside', { shouldForwardProp: (prop) => prop !== 'iconMode' })<{ iconMode: boolean }>(
  ({ theme, iconMode }) => ({
    position: 'sticky',
    top: 0,
    flex: 'none',
    width: iconMode ? sidebar.icon : sidebar.wide,
    height: '100dvh',
    borderInlineEnd: `1px solid ${theme.tokens.color.border}`,
    backgroundColor: theme.tokens.color.sidebar,
    transition: 'width 160ms ease-out',
    overflow: 'hidden',
    ...offPaper,
  }),
);

const Frame = styled('div')({ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 });

export interface SidebarFrameProps {
  /** Replaces the logo; the default in icon mode is the logo's mark. */
  header?: ReactNode;
  /** Between header and entries: `SidebarSearch`. */
  tools?: ReactNode;
  /** `SidebarList`s. */
  children: ReactNode;
  /** `SidebarFooter`. */
  footer: ReactNode;
  /** Shows icons only; no effect in the drawer. */
  collapsed: boolean;
  onToggle: () => void;
  /** Whether the drawer is open; no effect from 768 px on. */
  drawerOpen: boolean;
  onDrawerClose: () => void;
}

/**
 * Side navigation of the shell: 16rem wide, 3rem in icon mode, and below 768 px a drawer of 18rem that traps the focus
 * and closes with Escape.
 */
export function SidebarFrame({
  header,
  tools,
  children,
  footer,
  collapsed,
  onToggle,
  drawerOpen,
  onDrawerClose,
}: SidebarFrameProps) {
  const mobile = useMobile();
  if (mobile) {
    return (
      <SideDrawer open={drawerOpen} onClose={onDrawerClose}>
        <IconModeContext value={false}>
          <Frame>
            <Row justify="between" wrap={false} sx={{ padding: 1.5, paddingInlineStart: 2 }}>
              {header ?? <Logo size={28} />}
              <IconButton icon="close" label="Navigation schließen" onClick={onDrawerClose} />
            </Row>
            {tools}
            <SidebarEntries>{children}</SidebarEntries>
            {footer}
          </Frame>
        </IconModeContext>
      </SideDrawer>
    );
  }
  return (
    <IconModeContext value={collapsed}>
      <Rail iconMode={collapsed} data-state={collapsed ? 'collapsed' : 'expanded'}>
        <Frame>
          <Row
            justify={collapsed ? 'center' : 'between'}
            wrap={false}
            sx={
              collapsed
                ? { paddingBlock: 1.5, flexDirection: 'column', gap: 1.5 }
                : { padding: 1.5, paddingInlineStart: 2 }
            }
          >
            {header ?? (collapsed ? <LogoMark size={28} /> : <Logo size={28} />)}
            <IconButton
              icon={collapsed ? 'menu' : 'sidebar'}
              size="small"
              label={collapsed ? 'Seitenleiste einblenden' : 'Seitenleiste ausblenden'}
              aria-expanded={!collapsed}
              aria-keyshortcuts="Control+B Meta+B"
              onClick={onToggle}
            />
          </Row>
          {tools}
          <SidebarEntries>{children}</SidebarEntries>
          {footer}
        </Frame>
      </Rail>
    </IconModeContext>
  );
}

/** The signed-in account, further buttons (colour scheme), and the sign-out button. */
export function SidebarFooter({
  name,
  detail,
  onSignOut,
  signingOut = false,
  actions,
}: {
  name: string;
  /** Below the name: the account type or the institution's name. */
  detail: string;
  onSignOut: () => void;
  signingOut?: boolean;
  /** `IconButton`s next to the sign-out button. */
  actions?: ReactNode;
}) {
  const iconMode = useContext(IconModeContext);
  const divided = { borderTop: '1px solid', borderColor: 'divider' };
  if (iconMode) {
    return (
      <Stack align="center" gap={1} sx={{ ...divided, paddingBlock: 1 }}>
        {actions}
        <Tooltip title={`${name}, ${detail}`} placement="right">
          <span>
            <Avatar name={name} size={30} />
          </span>
        </Tooltip>
        <IconButton icon="sign-out" label="Abmelden" size="small" onClick={onSignOut} disabled={signingOut} />
      </Stack>
    );
  }
  return (
    <Stack gap={1} sx={{ ...divided, padding: 1.25, paddingBlockStart: 1.75 }}>
      <Row gap={1.25} wrap={false} sx={{ paddingInline: 0.75 }}>
        <Avatar name={name} size={36} />
        <Stack gap={0} sx={{ flex: 1 }}>
          <Text as="span" variant="label" truncate>
            {name}
          </Text>
          <Text as="span" variant="caption" tone="muted" sx={{ lineHeight: 1.3, hyphens: 'auto' }}>
            {detail}
          </Text>
        </Stack>
      </Row>
      <Row justify="between" wrap={false}>
        <Button variant="quiet" size="small" icon="sign-out" loading={signingOut} onClick={onSignOut}>
          Abmelden
        </Button>
        <Row gap={0} wrap={false}>
          {actions}
        </Row>
      </Row>
    </Stack>
  );
}
