import { QueryPart, useDataClient } from '@nemus/area';
import { rebookParticipants, teachingDatesQuery, type DateParticipants, type TeachingDate } from '@nemus/data';
import { Alert, Button, Dialog, EmptyState, formatCount, RadioGroup, SkeletonCard, Stack, Text } from '@nemus/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useStaffMutation } from '../../dialogs/useStaffMutation';
import { peopleText, placeOf, timesOf } from '../dates/date-words';

/** Dates that the dialog offers. */
const MOST = 50;

/** Moves people to another coming date of the seminar. */
export function RebookDialog({
  appointment,
  people,
  onClose,
  onDone,
}: {
  appointment: DateParticipants['appointment'];
  people: readonly string[];
  onClose: () => void;
  onDone: () => void;
}) {
  const client = useDataClient();
  const [now] = useState(() => new Date().toISOString());
  const [chosen, setChosen] = useState('');
  const dates = useQuery(
    teachingDatesQuery(
      client,
      {
        from: now,
        until: null,
        courseId: appointment.course_id,
        teacherId: null,
        latestFirst: false,
        state: 'planned',
      },
      MOST,
    ),
  );
  const isPast = (moment: string | null) => moment !== null && Date.parse(moment) <= Date.parse(now);
  const offered =
    dates.data?.dates.filter(({ id, starts_at: startsAt }) => id !== appointment.id && !isPast(startsAt)) ?? [];
  const target = offered.find(({ id }) => id === chosen);
  const rebook = useStaffMutation({
    act: (to: string) => rebookParticipants(client, appointment.id, to, people),
    done: ({ moved, waiting, skipped }) => ({
      title: `${peopleText(moved)} umgebucht`,
      description: [
        waiting > 0 && `${peopleText(waiting)} auf der Warteliste.`,
        skipped > 0 &&
          `${peopleText(skipped)} ausgelassen: nicht mehr auf der Liste, oder schon mit einem anderen Termin.`,
      ]
        .filter(Boolean)
        .join(' '),
    }),
    failed: 'Nichts wurde umgebucht',
    onDone,
  });
  return (
    <Dialog
      open
      onClose={onClose}
      closable={!rebook.isPending}
      title={`${peopleText(people.length)} umbuchen`}
      description={appointment.course_title}
      actions={
        <>
          <Button disabled={rebook.isPending} onClick={onClose}>
            Abbrechen
          </Button>
          <Button
            variant="primary"
            disabled={target === undefined}
            loading={rebook.isPending}
            onClick={() => target && rebook.mutate(target.id)}
          >
            Umbuchen
          </Button>
        </>
      }
    >
      <Stack gap={2}>
        <QueryPart query={dates} title="Die Termine" loading={<SkeletonCard lines={3} />}>
          {() =>
            offered.length === 0 ? (
              <EmptyState icon="appointments" title="Kein anderer Termin">
                Für diesen Kurs ist kein weiterer Termin geplant.
              </EmptyState>
            ) : (
              <RadioGroup
                label="Auf welchen Termin?"
                look="framed"
                options={offered.map((date) => ({
                  value: date.id,
                  label: timesOf(date),
                  hint: `${placeOf(date)} · ${placesText(date)}${isPast(date.change_until) ? ' · Frist vorbei' : ''}`,
                }))}
                value={chosen}
                onValueChange={setChosen}
              />
            )
          }
        </QueryPart>
        {target !== undefined && freePlaces(target) < people.length && (
          <Alert tone="warning" title={`Dort ist nicht für alle Platz: ${placesText(target)}.`}>
            Wer keinen bekommt, steht dort auf der Warteliste und behält bis dahin einen Platz an diesem Termin, wenn er
            noch stattfindet.
          </Alert>
        )}
        {target !== undefined && isPast(target.change_until) && (
          <Alert tone="info" title="Die Frist dieses Termins ist vorbei.">
            Sie bindet niemanden, den Sie umbuchen: Bis zum Beginn können die Personen einen anderen Termin wählen oder
            absagen, und ihre Weiterbildungsstätte kann den Platz kostenfrei stornieren.
          </Alert>
        )}
        <Text variant="small" tone="muted">
          Kauf und Preis bleiben, wie sie sind; Fristen gelten dabei nicht. Jede Person bekommt eine Nachricht mit dem
          neuen Kalendereintrag, die Weiterbildungsstätte, die gebucht hat, eine eigene.
        </Text>
      </Stack>
    </Dialog>
  );
}

/** Places that the waiting list leaves free. */
const freePlaces = ({ capacity, taken, waiting }: TeachingDate) => Math.max(0, capacity - taken - waiting);
const placesText = (date: TeachingDate) =>
  date.waiting > 0
    ? `${formatCount(date.waiting, 'Person wartet', 'Personen warten')} schon`
    : freePlaces(date) === 0
      ? 'voll'
      : `${formatCount(freePlaces(date), 'Platz', 'Plätze')} frei`;
