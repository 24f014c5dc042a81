import MuiRating, { ratingClasses } from '@mui/material/Rating';
import { styled } from '@mui/material/styles';
import { formatNumber } from '../formats/formats';
import { Icon } from '../icons/Icon';
import { Row, Text } from '../layout/primitives';
import { VisuallyHidden } from '../layout/visibility';
import { focusRing } from '../theme/theme';

const Shown = styled(MuiRating)(({ theme }) => ({ color: theme.tokens.color.tone.accent.main }));
const full = (size: number) => <Icon name="star" size={size} />;
const empty = (size: number) => <Icon name="star-outline" size={size} />;

const Given = styled(MuiRating)(({ theme }) => ({
  gap: 2,
  '& > label': {
    display: 'grid',
    placeItems: 'center',
    width: 40,
    height: 40,
    borderRadius: theme.tokens.radius.small,
    cursor: 'pointer',
    '&:hover': { backgroundColor: theme.tokens.color.sunken },
  },
  [`& .${ratingClasses.iconFilled}`]: { color: theme.tokens.color.tone.accent.main },
  [`& .${ratingClasses.iconEmpty}`]: { color: theme.tokens.color.borderStrong },
  [`& .${ratingClasses.iconActive}`]: { transform: 'none' },
  [`&.${ratingClasses.focusVisible} .${ratingClasses.iconActive}`]: focusRing(theme),
  // No star can only be chosen before the first rating: a rating can be changed, not removed.
  [`&[data-given="true"] > .${ratingClasses.label}`]: { display: 'none' },
  [`&[data-given="false"] > .${ratingClasses.label}`]: {
    position: 'absolute',
    inset: 0,
    width: 'auto',
    height: 'auto',
    pointerEvents: 'none',
    '&:has(:focus-visible)': focusRing(theme),
    // Firefox below 121.
    '@supports not selector(:has(*))': { '&:focus-within': focusRing(theme) },
  },
}));
const Group = styled('fieldset')({ border: 0, margin: 0, padding: 0, minWidth: 0 });

/** `StarRating` of the package, which loads this. */
export function StarRating({ value, count }: { value: number; count?: number }) {
  const text = formatNumber(value, 1);
  return (
    <Row as="span" gap={0.5} wrap={false} sx={{ display: 'inline-flex' }}>
      <Shown readOnly aria-hidden value={Math.round(value)} icon={full(16)} emptyIcon={empty(16)} />
      <Text as="span" variant="caption" tone="muted" numeric>
        <VisuallyHidden>Bewertung: </VisuallyHidden>
        {text}
        <VisuallyHidden> von 5 Sternen</VisuallyHidden>
        {count === undefined ? null : ` (${formatNumber(count, 0)})`}
      </Text>
    </Row>
  );
}

/** `StarRatingInput` of the package, which loads this. */
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
  return (
    <Group>
      <Text as="legend" variant="label" sx={{ padding: 0, marginBlockEnd: 0.5 }}>
        {label}
      </Text>
      <Given
        value={value}
        disabled={disabled}
        data-given={value !== null}
        icon={full(28)}
        emptyIcon={empty(28)}
        emptyLabelText="Noch keine Sterne"
        getLabelText={(stars) => (stars === 1 ? '1 Stern' : `${stars} Sterne`)}
        // Null: the chosen star was clicked again.
        onChange={(_event, stars) => {
          if (stars !== null) onChange(stars);
        }}
      />
    </Group>
  );
}
