import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useDataClient } from '@nemus/area';
import { useRoles } from '@nemus/area/roles';
import { courseOfferQuery, type BookingRequest } from '@nemus/data';
import { Button, CardGrid, ConfirmDialog, EmptyState, Section, Stack } from '@nemus/ui';
import { CoursePurchase } from '../../bookings/CoursePurchase';
import { DeclineDialog } from './DeclineDialog';
import { RequestCard } from './RequestCard';
import { costWithChange } from './request-words';
import { useRequestChange } from './useRequestChange';

/** Bookings above the limit: pending ones, and below the decided ones. */
export function ApprovalList({ requests }: { requests: readonly BookingRequest[] }) {
  const open = requests.filter(({ state }) => state === 'waiting' || state === 'approved');
  const over = requests.filter((request) => !open.includes(request));
  if (requests.length === 0) {
    return (
      <EmptyState icon="bookings" title="Keine Freigaben">
        Legt die Verwaltung in den Einstellungen eine Grenze fest, dann warten teurere Buchungen hier, bis jemand sie
        freigibt oder ablehnt.
      </EmptyState>
    );
  }
  return (
    <Stack gap={4}>
      {open.length > 0 && (
        <CardGrid min="22rem" label="Offene Anfragen">
          {open.map((request) => (
            <OpenRequest key={request.request_id} request={request} />
          ))}
        </CardGrid>
      )}
      {over.length > 0 && (
        <Section title="Entschiedene Anfragen">
          <CardGrid min="22rem" label="Entschiedene Anfragen">
            {over.map((request) => (
              <RequestCard key={request.request_id} request={request} />
            ))}
          </CardGrid>
        </Section>
      )}
    </Stack>
  );
}

function OpenRequest({ request }: { request: BookingRequest }) {
  const { may } = useRoles();
  const [asking, setAsking] = useState<'approve' | 'decline' | 'withdraw' | null>(null);
  const close = () => setAsking(null);
  const { decide, withdraw } = useRequestChange(request, close);
  const name = request.course_name;
  const decides = may('administration') && request.state === 'waiting';
  return (
    <>
      <RequestCard
        request={request}
        footer={
          <>
            {decides && (
              <>
                <Button variant="primary" aria-label={`Freigeben: ${name}`} onClick={() => setAsking('approve')}>
                  Freigeben …
                </Button>
                <Button aria-label={`Ablehnen: ${name}`} onClick={() => setAsking('decline')}>
                  Ablehnen …
                </Button>
              </>
            )}
            {request.is_own && request.state === 'approved' && <Payment request={request} />}
            {request.is_own && (
              <Button variant="quiet" aria-label={`Zurücknehmen: ${name}`} onClick={() => setAsking('withdraw')}>
                Zurücknehmen …
              </Button>
            )}
          </>
        }
      />
      <ConfirmDialog
        open={asking === 'approve'}
        title={`„${name}“ freigeben?`}
        confirmLabel={request.payment === 'credits' ? 'Freigeben und buchen' : 'Freigeben'}
        busy={decide.isPending}
        onConfirm={() => decide.mutate({ approved: true, reason: '' })}
        onCancel={close}
      >
        {request.payment === 'credits'
          ? `Der Kurs wird sofort gebucht und kostet ${costWithChange(request)}.`
          : `Die Person, die angefragt hat, kann 14 Tage lang bezahlen: ${costWithChange(request)}.`}
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'withdraw'}
        title="Anfrage zurücknehmen?"
        confirmLabel="Anfrage zurücknehmen"
        busy={withdraw.isPending}
        onConfirm={() => withdraw.mutate()}
        onCancel={close}
      >
        Gebucht wird dann nichts. Sie können später neu anfragen.
      </ConfirmDialog>
      {asking === 'decline' && (
        <DeclineDialog
          course={name}
          busy={decide.isPending}
          onDecline={(reason) => decide.mutate({ approved: false, reason })}
          onClose={close}
        />
      )}
    </>
  );
}

/** An approved booking is paid where it was approved: for the same people and the same day. */
function Payment({ request }: { request: BookingRequest }) {
  const course = useQuery(courseOfferQuery(useDataClient(), request.course_id)).data?.course;
  if (!course?.is_active) return null;
  const traineeIds = request.trainees.map(({ trainee_id: id }) => id);
  return (
    <CoursePurchase
      course={course}
      booking={request.starts_on === null ? { traineeIds } : { traineeIds, startsOn: request.starts_on }}
    />
  );
}
