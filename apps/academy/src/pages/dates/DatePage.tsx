import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { partName, teachingDateQuery, type DatePart as PartOfDate, type TeachingDateDetails } from '@nemus/data';
import {
  Alert,
  Breadcrumbs,
  Button,
  ButtonLink,
  Card,
  DefinitionList,
  formatDateTime,
  formatUnits,
  Link as TextLink,
  Row,
  Stack,
  Text,
} from '@nemus/ui';
import { AcademyPage } from '../../frame/AcademyPage';
import { Link, useParams } from 'react-router-dom';
import { CancelDialog } from './CancelDialog';
import { conflictText, placeOf, timesOf } from './date-words';
import { DateChips } from './DateChips';
import { DatePart } from './DatePart';
import { datePaths } from './date-paths';
import { MoveDialog } from './MoveDialog';
import { useCurrentMinute } from './useCurrentMinute';

/** One date of a seminar: places, waiting list, collisions and actions. */
export default function DatePage() {
  const { dateId = '' } = useParams();
  const query = useQuery(teachingDateQuery(useDataClient(), dateId));
  return (
    <AcademyPage
      title={query.data?.title ?? 'Termin'}
      intro={query.data ? timesOf(query.data) : undefined}
      above={
        <Breadcrumbs
          component={Link}
          items={[{ label: 'Termine', to: datePaths.list }, { label: query.data?.title ?? 'Termin' }]}
        />
      }
    >
      <DatePart query={query}>{(date) => <Details date={date} />}</DatePart>
    </AcademyPage>
  );
}

function Details({ date }: { date: TeachingDateDetails }) {
  return (
    <Stack gap={2}>
      {date.cancelled_at !== null && (
        <Alert tone="error" title={`Abgesagt am ${formatDateTime(date.cancelled_at)} Uhr`}>
          {date.cancel_reason}
        </Alert>
      )}
      {date.conflicts.length > 0 && (
        <Alert tone="warning" title="Dieser Termin hat einen Konflikt">
          <Stack as="ul" gap={0.5} sx={{ paddingInlineStart: 2 }}>
            {date.conflicts.map((conflict) => (
              <li key={`${conflict.kind}${conflict.date_id}${conflict.name}`}>
                <TextLink component={Link} to={datePaths.date(conflict.date_id)}>
                  {conflictText(conflict)}
                </TextLink>
              </li>
            ))}
          </Stack>
        </Alert>
      )}
      <Card title="Stand" level={2} as="div" aside={<DateChips date={date} />}>
        <DefinitionList dense items={factsOf(date)} />
        <Actions date={date} />
      </Card>
      {date.description !== '' && (
        <Card title="Beschreibung" level={2} as="div">
          <Text sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{date.description}</Text>
        </Card>
      )}
    </Stack>
  );
}

function factsOf(date: TeachingDateDetails) {
  const { following, teachers, meeting_url: link, change_until: until } = date;
  return [
    { term: 'Kurs', value: date.course_title },
    { term: 'Art', value: `${date.type}, ${formatUnits(date.units)}` },
    { term: 'Ort', value: placeOf(date) },
    ...(link === null
      ? []
      : [
          {
            term: 'Link',
            value: (
              <TextLink href={link} external>
                {link}
              </TextLink>
            ),
          },
        ]),
    ...(date.parts === null
      ? []
      : [{ term: 'Teile', value: <PartsOf parts={date.parts} needed={date.parts_needed} /> }]),
    { term: 'Lehrende', value: teachers.length === 0 ? 'Noch niemand' : teachers.map(({ name }) => name).join(', ') },
    { term: 'Plätze', value: `${date.taken} von ${date.capacity} belegt` },
    { term: 'Warteliste', value: String(date.waiting) },
    // Nothing can be chosen or changed any more.
    ...(date.cancelled_at === null
      ? [{ term: 'Wählen und ändern', value: until === null ? 'bis zum Beginn' : `bis ${formatDateTime(until)} Uhr` }]
      : []),
    ...(following === null
      ? []
      : [
          {
            term: 'Serie',
            value: following.dates > 1 ? `Es folgen ${following.dates - 1} weitere` : 'Letzter Termin der Serie',
          },
        ]),
  ];
}

/** The parts of a date with times and units, and how many of them the certificate needs. */
function PartsOf({ parts, needed }: { parts: readonly PartOfDate[]; needed: number | null }) {
  return (
    <Stack gap={0.25}>
      {parts.map((part, place) => (
        <span key={part.id} style={{ fontVariantNumeric: 'tabular-nums' }}>
          {`${partName(part, place)}, ${timesOf(part)}, ${formatUnits(part.units)}`}
        </span>
      ))}
      <Text as="span" variant="small" tone="muted">
        {needed === null || needed === parts.length
          ? 'Für die Bescheinigung sind alle nötig.'
          : `Für die Bescheinigung sind ${needed} nötig.`}
      </Text>
    </Stack>
  );
}

function Actions({ date }: { date: TeachingDateDetails }) {
  const [open, setOpen] = useState<'move' | 'cancel' | null>(null);
  const now = useCurrentMinute();
  const isChangeable = date.cancelled_at === null && Date.parse(date.starts_at) > now;
  const hasParts = date.parts !== null;
  const isOpen = isChangeable || (hasParts && date.cancelled_at === null && Date.parse(date.ends_at) > now);
  const close = () => setOpen(null);
  return (
    <Stack gap={1}>
      <Row gap={1}>
        <ButtonLink component={Link} to={datePaths.participants(date.id)} variant="primary" icon="trainees">
          Teilnehmer*innen
        </ButtonLink>
        {isOpen && (
          <ButtonLink component={Link} to={datePaths.edit(date.id)} icon="edit">
            Bearbeiten
          </ButtonLink>
        )}
        {isChangeable && !hasParts && (
          <Button icon="clock" onClick={() => setOpen('move')}>
            Verschieben
          </Button>
        )}
        {isOpen && (
          <Button icon="close" onClick={() => setOpen('cancel')}>
            Absagen
          </Button>
        )}
        {isOpen && (
          <ButtonLink component={Link} to={datePaths.parts(date.id)} icon="appointments">
            {hasParts ? 'Teile ändern' : 'In Teile aufteilen'}
          </ButtonLink>
        )}
      </Row>
      {!isChangeable && date.cancelled_at === null && (
        <Text variant="small" tone="muted">
          {isOpen
            ? 'Der Termin hat begonnen: Nur seine kommenden Teile lassen sich noch ändern.'
            : 'Der Termin hat begonnen oder ist vorbei: Er lässt sich nicht mehr ändern.'}
        </Text>
      )}
      {open === 'move' && <MoveDialog date={date} onClose={close} />}
      {open === 'cancel' && <CancelDialog date={date} onClose={close} />}
    </Stack>
  );
}
