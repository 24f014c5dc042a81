import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { HelpText, QueryPart, useDataClient } from '@nemus/area';
import { seminarDatesQuery, type SeminarDate } from '@nemus/data';
import { Button, ConfirmDialog, Dialog, EmptyState, SkeletonRows, Stack, Text } from '@nemus/ui';
import { formatPeriod } from '../appointments/parts';
import { questionOf } from './date-words';
import { SeminarDateRow } from './SeminarDateRow';
import { useChooseDate } from './useChooseDate';

/** The dates of a course to choose from; each choice is confirmed, with the consequences for the previous one. */
export function ChooseDateDialog({
  courseId,
  courseTitle,
  onClose,
}: {
  courseId: string;
  courseTitle: string;
  onClose: () => void;
}) {
  const dates = useQuery(seminarDatesQuery(useDataClient(), courseId));
  // By id: the dialog follows the list, in which another user may take the last place meanwhile.
  const [askedId, setAskedId] = useState<string | null>(null);
  const asked = dates.data?.find(({ id }) => id === askedId) ?? null;
  const choose = useChooseDate();
  const held = dates.data?.find(({ own_status }) => own_status === 'confirmed') ?? null;
  const waited = dates.data?.find(({ own_status }) => own_status === 'waitlist') ?? null;
  const question = asked && questionOf(asked, held, waited);
  return (
    <Dialog
      open
      onClose={onClose}
      title={held || waited ? 'Termin ändern' : 'Termin wählen'}
      description={courseTitle}
      actions={<Button onClick={onClose}>Schließen</Button>}
    >
      <QueryPart query={dates} title="Termine dieses Kurses" loading={<SkeletonRows count={3} height={110} />}>
        {(rows) => <Dates dates={rows} held={held} onChoose={({ id }) => setAskedId(id)} />}
      </QueryPart>
      {asked && question && (
        <ConfirmDialog
          open
          title={question.title}
          confirmLabel={question.confirmLabel}
          cancelLabel="Abbrechen"
          busy={choose.isPending}
          onConfirm={() =>
            choose.mutate(asked, {
              onSuccess: () => {
                setAskedId(null);
                onClose();
              },
              onError: () => setAskedId(null),
            })
          }
          onCancel={() => setAskedId(null)}
        >
          {question.text}
        </ConfirmDialog>
      )}
    </Dialog>
  );
}

function Dates({
  dates,
  held,
  onChoose,
}: {
  dates: readonly SeminarDate[];
  held: SeminarDate | null;
  onChoose: (date: SeminarDate) => void;
}) {
  if (dates.length === 0) {
    return (
      <EmptyState icon="appointments" title="Zurzeit stehen keine Termine fest">
        Ihr Kurs bleibt gebucht. Sobald es neue Termine gibt, können Sie hier einen wählen.
      </EmptyState>
    );
  }
  const fixed = held !== null && !held.is_changeable;
  return (
    <Stack gap={2}>
      {fixed && <Text>Ihr Platz am {formatPeriod(held)} steht fest: Die Frist zum Ändern ist abgelaufen.</Text>}
      {!fixed && dates.some(({ free_places }) => free_places === 0) && (
        <HelpText question="Wie funktioniert die Warteliste?">
          <p>
            Wird ein Platz frei, rückt die erste Person nach und erfährt es per E-Mail. Sie müssen dafür nichts tun und
            zahlen nichts zusätzlich. Von der Warteliste wechseln Sie jederzeit zu einem anderen Termin.
          </p>
        </HelpText>
      )}
      <Stack as="ul" role="list" gap={1.5} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {dates.map((date) => (
          <SeminarDateRow key={date.id} date={date}>
            {!fixed && date.is_changeable && !isOwn(date) && (
              <Button
                size="small"
                variant={date.free_places > 0 ? 'primary' : 'secondary'}
                aria-label={`${date.free_places > 0 ? 'Wählen' : 'Auf die Warteliste'}: ${formatPeriod(date)}`}
                onClick={() => onChoose(date)}
              >
                {date.free_places > 0 ? 'Wählen' : 'Auf die Warteliste'}
              </Button>
            )}
          </SeminarDateRow>
        ))}
      </Stack>
    </Stack>
  );
}

const isOwn = ({ own_status }: SeminarDate) => own_status === 'confirmed' || own_status === 'waitlist';
