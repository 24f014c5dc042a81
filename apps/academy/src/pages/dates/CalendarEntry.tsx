import { partName, type TeachingDate } from '@nemus/data';
import { formatTime, Icon, Link as TextLink, Surface, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { conflictText, timesOf } from './date-words';
import { datePaths } from './date-paths';

/** A date in the calendar. Cancellation and collisions are shown as a word and as a colour. */
export function CalendarEntry({ date }: { date: TeachingDate }) {
  const collides = date.conflicts.length > 0;
  const tone = date.cancelled_at !== null ? 'neutral' : collides ? 'error' : 'primary';
  return (
    <Surface
      kind={tone}
      padding="none"
      sx={{ borderRadius: '4px', paddingInline: 0.75, paddingBlock: 0.5, overflowWrap: 'anywhere' }}
      title={[timesOf({ ...date, parts: null }), ...date.conflicts.map(conflictText)].join('\n')}
    >
      <Text variant="caption" sx={{ color: 'text.primary' }}>
        {formatTime(date.starts_at)}{' '}
        <TextLink component={Link} to={datePaths.date(date.id)}>
          {date.title}
        </TextLink>
      </Text>
      {date.parts !== null && (
        <Text variant="caption">
          {partName(
            { title: '' },
            date.parts.findIndex(({ starts_at }) => starts_at === date.starts_at),
            date.parts.length,
          )}
        </Text>
      )}
      {date.cancelled_at !== null && <Text variant="caption">Abgesagt</Text>}
      {collides && (
        <Text variant="caption" tone="error" strong sx={{ display: 'flex', alignItems: 'center', gap: 0.5 }}>
          <Icon name="warning" size={14} />
          Konflikt
        </Text>
      )}
    </Surface>
  );
}
