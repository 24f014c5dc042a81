import { useQuery } from '@tanstack/react-query';
import { OpenPurchases, pageReads, QueryPart, SampleNotice, useDataClient } from '@nemus/area';
import { useRoles } from '@nemus/area/roles';
import { useSession } from '@nemus/contract/react';
import { bookingRequestsQuery, bookingsQuery, type Booking } from '@nemus/data';
import { ButtonLink, EmptyState, Page, SkeletonCards, Tabs } from '@nemus/ui';
import { Link, useSearchParams } from 'react-router-dom';
import { paths } from '../../paths';
import { ApprovalList } from '../approvals/ApprovalList';
import { BookCourse } from './BookCourse';
import { BookingDetails } from './BookingDetails';
import { BookingList } from './BookingList';

type Tab = 'aktuell' | 'abgeschlossen' | 'freigaben' | 'buchen';
const isTab = (value: string | null): value is Tab =>
  value === 'abgeschlossen' || value === 'buchen' || value === 'freigaben';
const isOver = ({ status }: Booking) => status === 'completed' || status === 'cancelled';

export const { reads, usePageReads } = pageReads(({ client, userId }) => ({ bookings: bookingsQuery(client, userId) }));

/** The institution's course bookings, and the way to a new one. */
export default function BookingsPage() {
  const { bookings: query } = usePageReads();
  const client = useDataClient();
  const { userId } = useSession();
  const { may } = useRoles();
  const [params, setParams] = useSearchParams();
  const wanted = params.get('ansicht');
  const tab: Tab = isTab(wanted) && (wanted !== 'buchen' || may('booking')) ? wanted : 'aktuell';
  const requests = useQuery(bookingRequestsQuery(client, userId));
  const waiting = requests.data?.filter(({ state }) => state === 'waiting').length;
  const bookings = query.data;
  const current = bookings?.filter((booking) => !isOver(booking));
  const over = bookings?.filter(isOver);
  return (
    <Page
      title="Kursbuchungen"
      intro="Kurse, die Sie für Ihre PiW gebucht haben, und neue Buchungen."
      actions={
        <ButtonLink component={Link} to={paths.seats}>
          Alle Plätze
        </ButtonLink>
      }
    >
      <OpenPurchases />
      <SampleNotice shown={tab !== 'buchen' && bookings?.some(({ origin }) => origin === 'sample') === true} />
      <Tabs<Tab>
        label="Kursbuchungen"
        items={[
          { value: 'aktuell', label: 'Aktuelle', count: current?.length },
          { value: 'abgeschlossen', label: 'Abgeschlossene', count: over?.length },
          { value: 'freigaben', label: 'Freigaben', count: waiting },
          ...(may('booking') ? [{ value: 'buchen' as const, label: 'Kurs buchen' }] : []),
        ]}
        value={tab}
        onChange={(value) => setParams(value === 'aktuell' ? {} : { ansicht: value }, { replace: true })}
      >
        {tab === 'buchen' ? (
          <BookCourse />
        ) : tab === 'freigaben' ? (
          <QueryPart query={requests} title="Freigaben" loading={<SkeletonCards count={2} min="22rem" />}>
            {(list) => <ApprovalList requests={list} />}
          </QueryPart>
        ) : (
          <QueryPart query={query} title="Ihre Kursbuchungen" loading={<SkeletonCards count={4} min="22rem" />}>
            {() =>
              tab === 'aktuell' ? (
                <BookingList bookings={current ?? []} label="Aktuelle Kursbuchungen" empty={<NoCurrent />} />
              ) : (
                <BookingList
                  bookings={(over ?? []).toReversed()}
                  label="Abgeschlossene Kursbuchungen"
                  empty={
                    <EmptyState icon="bookings" title="Keine abgeschlossenen Kursbuchungen">
                      Kurse, die alle Teilnehmenden abgeschlossen haben, stehen hier.
                    </EmptyState>
                  }
                />
              )
            }
          </QueryPart>
        )}
      </Tabs>
      {bookings && <BookingDetails bookings={bookings} />}
    </Page>
  );
}

function NoCurrent() {
  const { may } = useRoles();
  return (
    <EmptyState
      icon="bookings"
      title="Keine aktuellen Kursbuchungen"
      action={
        may('booking') && (
          <ButtonLink component={Link} to={paths.bookCourse} variant="primary" icon="add">
            Kurs buchen
          </ButtonLink>
        )
      }
    >
      Buchen Sie einen Kurs aus dem Katalog für Ihre PiW, mit Credits oder mit Karte.
    </EmptyState>
  );
}
