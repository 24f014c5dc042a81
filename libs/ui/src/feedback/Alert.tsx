import type { ReactNode } from 'react';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icons';
import { IconButton } from '../actions/Button';
import { Box, Row, Stack, Surface, Text } from '../layout/primitives';
import type { Sx } from '../layout/sx';

export type AlertTone = 'info' | 'success' | 'warning' | 'error';

const ALERT_ICONS: Readonly<Record<AlertTone, IconName>> = {
  info: 'info',
  success: 'check-circle',
  warning: 'warning',
  error: 'error',
};

/**
 * A message that stays on the page, next to what it is about. For the result of an action use a toast. When it appears
 * later, an error is announced at once, other tones politely.
 */
export function Alert({
  tone = 'info',
  title,
  actions,
  onClose,
  children,
  sx,
}: {
  tone?: AlertTone;
  title?: ReactNode;
  /** Buttons or links below the text. */
  actions?: ReactNode;
  onClose?: () => void;
  children?: ReactNode;
  sx?: Sx;
}) {
  return (
    <Surface kind={tone} padding="none" role={tone === 'error' ? 'alert' : 'status'} sx={sx}>
      <Row wrap={false} align="start" gap={1.5} sx={{ padding: 1.75 }}>
        <Box sx={{ paddingBlockStart: '1px' }}>
          <Icon name={ALERT_ICONS[tone]} size={20} />
        </Box>
        <Stack gap={0.25} sx={{ flex: 1 }}>
          {title === undefined ? null : (
            <Text variant="label" strong tone="inherit">
              {title}
            </Text>
          )}
          {children === undefined ? null : (
            <Text as="div" variant="small" tone="inherit">
              {children}
            </Text>
          )}
          {actions === undefined ? null : <Row sx={{ paddingBlockStart: 1 }}>{actions}</Row>}
        </Stack>
        {onClose === undefined ? null : (
          <IconButton
            icon="close"
            label="Meldung schließen"
            size="small"
            onClick={onClose}
            sx={{ marginBlock: '-6px', color: 'inherit' }}
          />
        )}
      </Row>
    </Surface>
  );
}

/** A message for the whole portal, across the full width: maintenance, an overdue payment, an older release. */
export function Banner({
  tone = 'info',
  actions,
  children,
}: {
  tone?: AlertTone;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Surface kind={tone} padding="none" role="status" sx={{ borderRadius: 0, borderInline: 0 }}>
      <Row gap={1.5} justify="center" sx={{ paddingInline: 2, paddingBlock: 1, minHeight: 48 }}>
        <Icon name={ALERT_ICONS[tone]} size={20} />
        <Text variant="small" tone="inherit" sx={{ flex: '0 1 auto' }}>
          {children}
        </Text>
        {actions}
      </Row>
    </Surface>
  );
}
