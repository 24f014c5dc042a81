import { useQuery, useQueryClient } from '@tanstack/react-query';
import { QueryPart, reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { notificationsQuery, readNotifications } from '@nemus/data';
import { Box, Button, ButtonLink, EmptyState, NoResults, Pagination, Row, SkeletonCard, Stack } from '@nemus/ui';
import { Link, useSearchParams } from 'react-router-dom';
import { AccountPage } from '../../frame/AccountPage';
import { NewsLine } from './NewsLine';

const PAGE_SIZE = 25;
/** In the address; readers see it, so it is German. */
const UNREAD = { name: 'nur', value: 'ungelesen' } as const;

/** The account's news of the last 90 days, newest first. */
export default function NotificationsPage() {
  const client = useDataClient();
  const { userId } = useSession();
  const { notify } = usePorts();
  const cache = useQueryClient();
  const [params, setParams] = useSearchParams();
  const unread = params.get(UNREAD.name) === UNREAD.value;
  const page = Math.min(200, Math.max(1, Math.trunc(Number(params.get('seite'))) || 1));
  const news = useQuery(notificationsQuery(client, userId, { unread, page, pageSize: PAGE_SIZE }));
  const read = useAction({
    mutationFn: (ids: readonly string[] | null) => readNotifications(client, ids),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['notifications', userId] }),
    onError: (error) => notify({ kind: 'error', title: 'Nicht als gelesen markiert', description: reasonOf(error) }),
  });
  const show = (onlyUnread: boolean) => setParams(onlyUnread ? { [UNREAD.name]: UNREAD.value } : {});
  return (
    <AccountPage
      title="Benachrichtigungen"
      intro="Was in den letzten 90 Tagen geschehen ist. Ältere Benachrichtigungen löschen wir."
      actions={
        <Row gap={1}>
          <Button loading={read.isPending} onClick={() => read.mutate(null)}>
            Alle als gelesen markieren
          </Button>
          <ButtonLink component={Link} to="/account/notifications/settings" icon="settings">
            Einstellen
          </ButtonLink>
        </Row>
      }
    >
      <Stack gap={2}>
        <Row gap={1} role="group" aria-label="Welche angezeigt werden">
          <Button
            size="small"
            variant={unread ? 'secondary' : 'primary'}
            aria-pressed={!unread}
            onClick={() => show(false)}
          >
            Alle
          </Button>
          <Button
            size="small"
            variant={unread ? 'primary' : 'secondary'}
            aria-pressed={unread}
            onClick={() => show(true)}
          >
            Ungelesene
          </Button>
        </Row>
        <QueryPart query={news} title="Ihre Benachrichtigungen" loading={<SkeletonCard lines={6} />}>
          {({ rows, total }) =>
            rows.length === 0 ? (
              unread || page > 1 ? (
                <NoResults
                  title="Keine ungelesenen Benachrichtigungen"
                  onClear={() => show(false)}
                  clearLabel="Alle anzeigen"
                >
                  Alles gelesen.
                </NoResults>
              ) : (
                <EmptyState icon="notifications" title="Noch keine Benachrichtigungen">
                  Hier erfahren Sie, wenn sich an Terminen, Buchungen, Rechnungen oder Ihrem Konto etwas ändert. Unter
                  „Einstellen“ wählen Sie, was Sie auch per E-Mail oder SMS erhalten.
                </EmptyState>
              )
            ) : (
              <Stack gap={2}>
                <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
                  {rows.map((each) => (
                    <NewsLine key={each.id} news={each} onRead={() => read.mutate([each.id])} />
                  ))}
                </Box>
                <Pagination
                  page={page}
                  pageSize={PAGE_SIZE}
                  total={total}
                  onChange={(next) =>
                    setParams({
                      ...(unread && { [UNREAD.name]: UNREAD.value }),
                      ...(next > 1 && { seite: String(next) }),
                    })
                  }
                  label="Seiten der Benachrichtigungen"
                />
              </Stack>
            )
          }
        </QueryPart>
      </Stack>
    </AccountPage>
  );
}
