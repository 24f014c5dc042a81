import { useState } from 'react';
import { Text } from '@nemus/ui';

/** Until when something has to be done; past ones say so. */
export function Deadline({
  label,
  moment,
  words,
}: {
  label: string;
  /** ISO 8601; a day lasts until its end. */
  moment: string;
  /** The same, to read. */
  words: string;
}) {
  const end = Date.parse(moment.length === 10 ? `${moment}T23:59:59` : moment);
  const [now] = useState(() => Date.now());
  const isOver = end < now;
  return (
    <Text variant="small" tone={isOver ? 'error' : undefined}>
      {label} {words}
      {isOver ? ' (überschritten)' : ''}
    </Text>
  );
}
