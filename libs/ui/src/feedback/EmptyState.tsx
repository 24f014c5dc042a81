import type { ReactNode } from 'react';
import { Button } from '../actions/Button';
import type { IconName } from '../icons/icons';
import { Stack, Surface, Text } from '../layout/primitives';
import { Mark } from './ErrorCard';

/** First use: nothing is here yet. Says what will be shown here and offers the action that fills it. */
export function EmptyState({
  icon = 'area',
  title,
  children,
  action,
}: {
  icon?: IconName;
  title: ReactNode;
  /** One or two sentences that teach. */
  children?: ReactNode;
  /** One `Button` or `ButtonLink`. */
  action?: ReactNode;
}) {
  return (
    <Surface padding="large" sx={{ borderStyle: 'dashed' }}>
      <Stack align="center" gap={2} sx={{ textAlign: 'center', paddingBlock: 1 }}>
        <Mark icon={icon} tone="primary" />
        <Stack gap={0.5} align="center">
          <Text variant="subheading">{title}</Text>
          {children === undefined ? null : (
            <Text as="div" variant="small" tone="muted" sx={{ maxWidth: '34rem', textWrap: 'pretty' }}>
              {children}
            </Text>
          )}
        </Stack>
        {action}
      </Stack>
    </Surface>
  );
}

/** A search or filter found nothing. Offers to clear it, because the things themselves exist. */
export function NoResults({
  title = 'Nichts gefunden',
  children = 'Ändern Sie die Suche oder setzen Sie die Filter zurück.',
  onClear,
  clearLabel = 'Filter zurücksetzen',
}: {
  title?: ReactNode;
  children?: ReactNode;
  onClear?: () => void;
  clearLabel?: string;
}) {
  return (
    <Surface kind="sunken" padding="large" role="status">
      <Stack align="center" gap={2} sx={{ textAlign: 'center' }}>
        <Stack gap={0.5} align="center">
          <Text variant="subheading">{title}</Text>
          <Text variant="small" tone="muted" sx={{ maxWidth: '34rem' }}>
            {children}
          </Text>
        </Stack>
        {onClear === undefined ? null : (
          <Button icon="close" onClick={onClear}>
            {clearLabel}
          </Button>
        )}
      </Stack>
    </Surface>
  );
}
