import { useId, useState } from 'react';
import { styled } from '@mui/material/styles';
import { formatNumber } from '../formats/formats';
import { Icon } from '../icons/Icon';
import { Row, Text } from '../layout/primitives';
import { VisuallyHidden } from '../layout/visibility';

const STARS = [1, 2, 3, 4, 5] as const;

const Star = styled('label', { shouldForwardProp: (prop) => prop !== 'lit' })<{ lit: boolean }>(({ theme, lit }) => ({
  position: 'relative',
  display: 'grid',
  placeItems: 'center',
  width: 40,
  height: 40,
  borderRadius: theme.tokens.radius.small,
  cursor: 'pointer',
  color: lit ? theme.tokens.color.tone.accent.main : theme.tokens.color.borderStrong,
  '&:hover': { backgroundColor: theme.tokens.color.sunken },
  '&:has(input:focus-visible)': { outline: `2px solid ${theme.tokens.color.focus}`, outlineOffset: -1 },
  '& input': { position: 'absolute', inset: 0, margin: 0, opacity: 0, cursor: 'inherit' },
}));

const Stars = styled('span')(({ theme }) => ({ display: 'inline-flex', color: theme.tokens.color.tone.accent.main }));
const Group = styled('fieldset')({ border: 0, margin: 0, padding: 0, minWidth: 0 });

/** A rating that is only shown: `4,5` with stars. `count` is how many people rated. */
export function StarRating({ value, count }: { value: number; count?: number }) {
  const text = formatNumber(value, 1);
  return (
    <Row as="span" gap={0.5} wrap={false} sx={{ display: 'inline-flex' }}>
      <Stars aria-hidden>
        {STARS.map((star) => (
          <Icon key={star} name={star <= Math.round(value) ? 'star' : 'star-outline'} size={16} />
        ))}
      </Stars>
      <Text as="span" variant="caption" tone="muted" numeric>
        <VisuallyHidden>Bewertung: </VisuallyHidden>
        {text}
        <VisuallyHidden> von 5 Sternen</VisuallyHidden>
        {count === undefined ? null : ` (${formatNumber(count, 0)})`}
      </Text>
    </Row>
  );
}

/** Gives one to five stars. A group of radio buttons: arrow keys choose. */
export function StarRatingInput({
  label,
  value,
  onChange,
  disabled = false,
}: {
  label: string;
  /** Null before the first choice. */
  value: number | null;
  onChange: (stars: number) => void;
  disabled?: boolean;
}) {
  const name = useId();
  const [pointed, setPointed] = useState<number | null>(null);
  const lit = pointed ?? value ?? 0;
  return (
    <Group onMouseLeave={() => setPointed(null)}>
      <Text as="legend" variant="label" sx={{ padding: 0, marginBlockEnd: 0.5 }}>
        {label}
      </Text>
      <Row gap={0.25}>
        {STARS.map((star) => (
          <Star key={star} lit={star <= lit} onMouseEnter={() => setPointed(disabled ? null : star)}>
            <input
              type="radio"
              name={name}
              value={star}
              checked={value === star}
              disabled={disabled}
              onChange={() => onChange(star)}
              aria-label={star === 1 ? '1 Stern' : `${star} Sterne`}
            />
            <Icon name={star <= lit ? 'star' : 'star-outline'} size={28} />
          </Star>
        ))}
      </Row>
    </Group>
  );
}
