import { useRoles } from '@nemus/area/roles';
import { Box, CardGrid, Icon, Row, Section, Stack, Surface, Text, type IconName } from '@nemus/ui';
import type { MemberRole } from '@nemus/data';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';

interface QuickAction {
  readonly icon: IconName;
  readonly label: string;
  readonly description: string;
  readonly to: string;
  /** The members who may do it. */
  readonly role: MemberRole;
}

/** The four things that institutions do most, each with the page on which it is done (S-7.2). */
const ACTIONS: readonly QuickAction[] = [
  {
    icon: 'invite',
    label: 'PiW einladen',
    description: 'Neue PiW zur Weiterbildung einladen',
    to: paths.trainees,
    role: 'booking',
  },
  {
    icon: 'bookings',
    label: 'Kurse buchen',
    description: 'Kurse für Ihre PiW buchen',
    to: paths.bookings,
    role: 'booking',
  },
  {
    icon: 'credits',
    label: 'Credits kaufen',
    description: 'Guthaben für Kursbuchungen aufladen',
    to: paths.subscription,
    role: 'billing',
  },
  {
    icon: 'purchases',
    label: 'Berichte ansehen',
    description: 'Käufe und Rechnungen einsehen',
    to: paths.purchases,
    role: 'billing',
  },
];

/** Cards that are links as a whole. */
export function QuickActions() {
  const { may } = useRoles();
  const own = ACTIONS.filter(({ role }) => may(role));
  if (own.length === 0) return null;
  return (
    <Section title="Schnellaktionen">
      <CardGrid min="14rem" label="Schnellaktionen">
        {own.map((action) => (
          <Box component="li" key={action.label}>
            <ActionCard {...action} />
          </Box>
        ))}
      </CardGrid>
    </Section>
  );
}

function ActionCard({ icon, label, description, to }: QuickAction) {
  return (
    <Box
      component={Link}
      to={to}
      sx={{
        display: 'block',
        height: '100%',
        color: 'inherit',
        textDecoration: 'none',
        borderRadius: 1.5,
        '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
        '&:hover > *': { borderColor: 'primary.main' },
      }}
    >
      <Surface sx={{ height: '100%', transition: 'border-color 120ms' }}>
        <Stack gap={1.5}>
          <Row justify="between" sx={{ color: 'primary.main' }}>
            <Icon name={icon} size={24} />
            <Icon name="arrow-right" size={18} />
          </Row>
          <Stack gap={0.25}>
            <Text as="span" variant="subheading">
              {label}
            </Text>
            <Text as="span" variant="small" tone="muted">
              {description}
            </Text>
          </Stack>
        </Stack>
      </Surface>
    </Box>
  );
}
