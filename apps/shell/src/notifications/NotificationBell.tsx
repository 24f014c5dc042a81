import { useCallback, useEffect, useState, type ComponentType } from 'react';
import { Box, IconButton } from '@nemus/ui';
import { savesData } from '../browser/saves-data';
import { usePortal, useSessionState } from '../portal/portal-context';
import { whenPageStands } from '../portal/when-page-stands';
import { useUnread } from './useUnread';

type Panel = ComponentType<{ onClose: () => void }>;

const loadPanel = () => import(/* webpackChunkName: "notifications" */ './NotificationPanel');

/** Accessible name of the bell, with its number. */
function labelOf(unread: number | null): string {
  if (unread === null) return 'Benachrichtigungen';
  if (unread === 0) return 'Benachrichtigungen, keine ungelesen';
  return `Benachrichtigungen, ${unread > 99 ? 'mehr als 99' : unread} ungelesen`;
}

/** The bell of the header: the number of unread news, and the newest of them. The panel's code loads once the page stands. */
export function NotificationBell({ size = 'medium' }: { size?: 'small' | 'medium' }) {
  const { toasts, loader } = usePortal();
  const { status, profileStatus, user } = useSessionState();
  const userId = status === 'signed-in' && profileStatus !== 'blocked' ? (user?.id ?? null) : null;
  const { unread, refresh } = useUnread(userId);
  const [open, setOpen] = useState(false);
  const [Panel, setPanel] = useState<Panel | null>(null);
  const { notify } = toasts;
  const hasUser = userId !== null;
  useEffect(
    () => (hasUser && !savesData() ? whenPageStands(loader, () => void loadPanel().catch(() => undefined)) : undefined),
    [hasUser, loader],
  );
  const show = useCallback(() => {
    setOpen(true);
    loadPanel().then(
      ({ NotificationPanel }) => setPanel(() => NotificationPanel),
      () => {
        setOpen(false);
        notify({
          kind: 'error',
          title: 'Die Benachrichtigungen konnten nicht geladen werden.',
          description: 'Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
        });
      },
    );
  }, [notify]);
  if (userId === null) return null;
  const close = () => {
    setOpen(false);
    refresh();
  };
  return (
    <Box component="span" sx={{ position: 'relative', display: 'inline-flex', flex: 'none' }}>
      <IconButton icon="notifications" size={size} label={labelOf(unread)} aria-haspopup="dialog" onClick={show} />
      {unread !== null && unread > 0 ? (
        <Box
          component="span"
          aria-hidden
          sx={{
            position: 'absolute',
            top: -2,
            insetInlineEnd: -4,
            minWidth: 18,
            height: 18,
            paddingInline: '4px',
            borderRadius: '9px',
            backgroundColor: 'error.main',
            color: 'error.contrastText',
            fontSize: '0.6875rem',
            fontWeight: 650,
            lineHeight: '18px',
            textAlign: 'center',
            pointerEvents: 'none',
          }}
        >
          {unread > 99 ? '99+' : unread}
        </Box>
      ) : null}
      {open && Panel ? <Panel onClose={close} /> : null}
    </Box>
  );
}
