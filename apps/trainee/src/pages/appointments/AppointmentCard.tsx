import type { Appointment } from '@nemus/data';
import { Box, ButtonLink, Card, Row, StarRating, Stack, Text } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { actionsOf, isUpcoming } from '../../appointments/appointment-state';
import { formatPeriod, partAt } from '../../appointments/parts';
import { DateBlock } from '../../appointments/DateBlock';
import { JoinButton } from '../../appointments/JoinButton';
import { PartList } from '../../appointments/PartList';
import { useDialogAddress } from '@nemus/area';
import { DIALOGS } from '../../paths';
import { AppointmentChips } from './AppointmentChips';
import { WhyCancelled } from './WhyCancelled';
import { CancelButton, CertificateButton, ChangeDateButton, RateButton } from './AppointmentButtons';

/** One appointment in a list: time, title, place, state and actions. */
export function AppointmentCard({ appointment, now }: { appointment: Appointment; now: number }) {
  return (
    <Box component="li">
      <Card>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', lg: '1fr 20rem' } }}>
          <Row align="start" gap={2} wrap={false}>
            <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
              <DateBlock moment={partAt(appointment, now).starts_at} past={!isUpcoming(appointment, now)} />
            </Box>
            <Facts appointment={appointment} now={now} />
          </Row>
          <Actions appointment={appointment} now={now} />
        </Box>
      </Card>
    </Box>
  );
}

function Facts({ appointment, now }: { appointment: Appointment; now: number }) {
  const { title, instructor, location, rating } = appointment;
  return (
    <Stack gap={1} sx={{ flex: 1 }}>
      <Stack gap={0.25}>
        <Text as="h3" variant="subheading">
          {title}
        </Text>
        <Text variant="small" tone="muted" numeric>
          {formatPeriod(appointment)}
        </Text>
      </Stack>
      <PartList parts={appointment.parts} needed={null} marks={appointment.part_marks} />
      <AppointmentChips appointment={appointment} now={now} />
      <Text variant="small" tone="muted">
        {[instructor, location].filter(Boolean).join(' · ')}
      </Text>
      <WhyCancelled appointment={appointment} />
      {rating !== null && <StarRating value={rating} />}
    </Stack>
  );
}

function Actions({ appointment, now }: { appointment: Appointment; now: number }) {
  const { linkTo } = useDialogAddress(DIALOGS.appointment);
  const actions = actionsOf(appointment, now);
  return (
    <Row
      gap={1}
      align="start"
      sx={{ alignContent: 'flex-start', justifyContent: { lg: 'flex-end' }, textAlign: { lg: 'end' } }}
    >
      <JoinButton appointment={appointment} now={now} />
      <ButtonLink
        component={Link}
        {...linkTo(appointment.id)}
        size="small"
        aria-label={`Details: ${appointment.title}`}
      >
        Details
      </ButtonLink>
      {actions.certificate && <CertificateButton appointment={appointment} />}
      {actions.rate && <RateButton appointment={appointment} />}
      {actions.change && <ChangeDateButton appointment={appointment} />}
      {actions.cancel && <CancelButton appointment={appointment} />}
    </Row>
  );
}
