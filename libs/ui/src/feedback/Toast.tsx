import { useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { styled } from '@mui/material/styles';
import { IconButton } from '../actions/Button';
import { Icon } from '../icons/Icon';
import { PassingToast } from '../late/overlays';
import { Box, Stack, Text } from '../layout/primitives';
import { useMobile } from '../layout/useMobile';
import { offPaper } from '../theme/print';
import { useToastPosition } from './useToastPosition';

export interface ToastMessage {
  /** Unique among those shown. */
  readonly id: string;
  readonly kind: 'success' | 'info' | 'error';
  readonly title: string;
  readonly description?: string;
}

/** More would cover the page on a phone. */
const AT_MOST_ON_A_PHONE = 2;

const Region = styled('div')(({ theme }) => ({
  position: 'fixed',
  insetBlockEnd: 16,
  insetInlineEnd: 16,
  zIndex: theme.zIndex.snackbar,
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  width: 'min(24rem, calc(100vw - 32px))',
  pointerEvents: 'none',
  ...offPaper,
}));

const Frame = styled('div')(({ theme }) => ({
  display: 'flex',
  flex: 1,
  minWidth: 0,
  gap: 12,
  padding: '14px 8px 14px 14px',
  border: `1px solid ${theme.tokens.color.border}`,
  borderRadius: theme.tokens.radius.card,
  backgroundColor: theme.tokens.color.surface,
  color: theme.tokens.color.text,
  boxShadow: theme.tokens.color.shadow,
}));

const Sign = styled('span')<{ 'data-kind': ToastMessage['kind'] }>(({ theme, 'data-kind': kind }) => ({
  display: 'grid',
  placeItems: 'center',
  width: 28,
  height: 28,
  flex: 'none',
  borderRadius: '50%',
  backgroundColor: theme.tokens.color.tone[kind].soft,
  color: theme.tokens.color.tone[kind].onSoft,
}));

const ICON = { success: 'check', info: 'info', error: 'error' } as const;

/**
 * The shell's toasts, newest last. Two live regions exist from the start, since a region that appears together with its
 * text is not announced: errors interrupt, the others wait. On a phone the newest two are shown; an older one returns,
 * for its whole time, when one of them has gone (S-9.17).
 */
export function ToastRegion({
  toasts,
  onDismiss,
}: {
  toasts: readonly ToastMessage[];
  onDismiss: (id: string) => void;
}) {
  const shown = useMobile() ? toasts.slice(-AT_MOST_ON_A_PHONE) : toasts;
  const part = (errors: boolean) =>
    shown
      .filter((toast) => (toast.kind === 'error') === errors)
      .map((toast) => <Toast key={toast.id} toast={toast} onDismiss={() => onDismiss(toast.id)} />);
  const region = useNeverHidden();
  useToastPosition(region, shown.length > 0);
  return createPortal(
    <Region ref={region} role="region" aria-label="Meldungen">
      <Stack gap={1} role="status" aria-live="polite" aria-relevant="additions">
        {part(false)}
      </Stack>
      <Stack gap={1} role="alert" aria-live="assertive" aria-relevant="additions">
        {part(true)}
      </Stack>
    </Region>,
    document.body,
  );
}

/** An open dialog hides the rest of the page from screen readers; messages about it must still be announced. */
function useNeverHidden() {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const show = () => element.removeAttribute('aria-hidden');
    const observer = new MutationObserver(show);
    observer.observe(element, { attributeFilter: ['aria-hidden'] });
    show();
    return () => observer.disconnect();
  }, []);
  return ref;
}

/**
 * One toast. Its timer stops while the pointer or the focus is on it, and while the window is in the background. Escape
 * and clicks outside, which concern the page, do not close it.
 */
export function Toast({ toast, onDismiss }: { toast: ToastMessage; onDismiss: () => void }) {
  const content = <ToastContent toast={toast} onDismiss={onDismiss} />;
  // It stays, and must be seen even when nothing more can be loaded.
  if (toast.kind === 'error') return <Box sx={{ display: 'flex', pointerEvents: 'auto' }}>{content}</Box>;
  return <PassingToast onDismiss={onDismiss}>{content}</PassingToast>;
}

function ToastContent({ toast, onDismiss }: { toast: ToastMessage; onDismiss: () => void }) {
  return (
    <Frame>
      <Sign data-kind={toast.kind}>
        <Icon name={ICON[toast.kind]} size={18} />
      </Sign>
      <Stack gap={0.25} sx={{ flex: 1, paddingBlock: 0.375 }}>
        <Text variant="label" strong>
          {toast.title}
        </Text>
        {toast.description === undefined ? null : (
          <Text variant="small" tone="muted">
            {toast.description}
          </Text>
        )}
      </Stack>
      <IconButton
        icon="close"
        label="Meldung schließen"
        size="small"
        onClick={onDismiss}
        sx={{ marginBlock: '-3px' }}
      />
    </Frame>
  );
}
