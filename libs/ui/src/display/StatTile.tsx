import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icons';
import { NARROW_TILE } from '../layout/narrow-tile';
import { Surface, Text } from '../layout/primitives';

const STACKED = {
  // The numbers of a row of tiles align, however many lines their names take.
  alignItems: 'start',
  alignContent: 'stretch',
  height: '100%',
  gridTemplateColumns: '1fr auto',
  gridTemplateRows: '1fr auto auto',
  gridTemplateAreas: '"label icon" "value value" "hint hint"',
  rowGap: 4,
  minHeight: 84,
} as const;

/**
 * Name, number and hint below each other with the icon in the corner. On phones a tile of a whole row has the number to
 * the right of its name, so that four tiles fit on one screen. `minHeight` matches `SkeletonTiles`.
 */
const Layout = styled('div')(({ theme }) => ({
  display: 'grid',
  columnGap: 12,
  alignItems: 'center',
  gridTemplateColumns: 'auto 1fr auto',
  gridTemplateAreas: '"icon label value" "icon hint value"',
  // Without a hint its row is empty and the name is centred.
  gridTemplateRows: '1fr auto',
  minHeight: 40,
  '& > .label': { gridArea: 'label' },
  '& > .value': { gridArea: 'value' },
  '& > .hint': { gridArea: 'hint' },
  '& > .icon': {
    gridArea: 'icon',
    display: 'grid',
    placeItems: 'center',
    width: 36,
    height: 36,
    borderRadius: theme.tokens.radius.control,
    backgroundColor: theme.tokens.color.tone.primary.soft,
    color: theme.tokens.color.tone.primary.onSoft,
  },
  [theme.breakpoints.up('sm')]: STACKED,
  [NARROW_TILE]: STACKED,
}));

/** One number of a dashboard with its name. Use it in a `CardGrid min="12rem"`; as a list item with `as="li"`. */
export function StatTile({
  label,
  value,
  hint,
  icon,
  as = 'div',
}: {
  label: string;
  /** Already formatted. */
  value: ReactNode;
  /** What the number means or is compared with. */
  hint?: ReactNode;
  icon?: IconName;
  as?: 'div' | 'li';
}) {
  return (
    <Surface as={as} sx={{ padding: { xs: 1.5, sm: 2.25 }, containerType: 'inline-size' }}>
      <Layout>
        <Text className="label" variant="label" tone="muted">
          {label}
        </Text>
        <Text className="value" variant="title" numeric>
          {value}
        </Text>
        {hint === undefined ? null : (
          <Text className="hint" variant="caption" tone="muted">
            {hint}
          </Text>
        )}
        {icon === undefined ? null : (
          <span className="icon" aria-hidden>
            <Icon name={icon} size={20} />
          </span>
        )}
      </Layout>
    </Surface>
  );
}
