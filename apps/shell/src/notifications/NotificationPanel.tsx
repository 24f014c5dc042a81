import { useCallback, useEffect, useState } from 'react';
import { fetchNotifications, newsText, readNotifications, type Notification } from '@nemus/data';
import {
  Box,
  Button,
  ButtonLink,
  Dialog,
  EmptyState,
  ErrorCard,
  formatDateTime,
  Link,
  Loading,
  Row,
  Skeleton,
  Stack,
  Text,
  useSingleRun,
  VisuallyHidden,
} from '@nemus/ui';
import { Link as RouterLink } from 'react-router-dom';
import { usePortal } from '../portal/portal-context';

/** How many of the newest the panel shows; the page has all of them. */
const NEWEST = 15;
const LIST = '/account/notifications';

type State = readonly Notification[] | 'loading' | 'failed';

/** The account's newest news with their links; opening one marks it as read. */
export function NotificationPanel({ onClose }: { onClose: () => void }) {
  const { client } = usePortal();
  const [state, setState] = useState<State>('loading');
  const [failed, setFailed] = useState(false);
  const load = useCallback(() => {
    client()
      .then((own) => fetchNotifications(own, { unread: false, page: 1, pageSize: NEWEST }))
      .then(
        ({ rows }) => setState(rows),
        () => setState('failed'),
      );
  }, [client]);
  useEffect(load, [load]);

  const read = useCallback(
    async (ids: readonly string[] | null) => {
      setFailed(false);
      try {
        await readNotifications(await client(), ids);
        const now = new Date().toISOString();
        setState((before) =>
          typeof before === 'string'
            ? before
            : before.map((each) =>
                ids === null || ids.includes(each.id) ? { ...each, read_at: each.read_at ?? now } : each,
              ),
        );
      } catch {
        setFailed(true);
      }
    },
    [client],
  );
  const readAll = useSingleRun(() => read(null));
  const someUnread = typeof state !== 'string' && state.some((each) => each.read_at === null);

  return (
    <Dialog
      open
      onClose={onClose}
      title="Benachrichtigungen"
      actions={
        <Row gap={1} justify="end">
          {someUnread ? (
            <Button variant="quiet" loading={readAll.running} onClick={() => void readAll.start()}>
              Alle als gelesen markieren
            </Button>
          ) : null}
          <ButtonLink component={RouterLink} to={LIST} onClick={onClose}>
            Alle anzeigen
          </ButtonLink>
        </Row>
      }
    >
      {failed ? (
        <Text role="alert" tone="error">
          Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.
        </Text>
      ) : null}
      <Content
        state={state}
        onRetry={() => {
          setState('loading');
          load();
        }}
        onOpen={(each) => {
          if (each.read_at === null) void read([each.id]);
          onClose();
        }}
        onRead={(each) => void read([each.id])}
      />
    </Dialog>
  );
}

function Content({
  state,
  onRetry,
  onOpen,
  onRead,
}: {
  state: State;
  onRetry: () => void;
  onOpen: (each: Notification) => void;
  onRead: (each: Notification) => void;
}) {
  if (state === 'loading')
    return (
      <Loading>
        <Skeleton height={160} />
      </Loading>
    );
  if (state === 'failed') {
    return (
      <ErrorCard
        title="Die Benachrichtigungen können gerade nicht angezeigt werden"
        message="Der Server ist gerade nicht erreichbar. Bitte versuchen Sie es in Kürze noch einmal."
        onRetry={onRetry}
      />
    );
  }
  if (state.length === 0) {
    return (
      <EmptyState icon="notifications" title="Noch keine Benachrichtigungen">
        Hier erfahren Sie, wenn sich an Terminen, Buchungen, Rechnungen oder Ihrem Konto etwas ändert.
      </EmptyState>
    );
  }
  return (
    <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {state.map((each) => (
        <Line key={each.id} news={each} onOpen={() => onOpen(each)} onRead={() => onRead(each)} />
      ))}
    </Box>
  );
}

function Line({ news, onOpen, onRead }: { news: Notification; onOpen: () => void; onRead: () => void }) {
  const { title, sentence } = newsText(news.kind, news.facts);
  const isUnread = news.read_at === null;
  return (
    <Stack
      as="li"
      gap={0}
      sx={{ paddingBlock: 1.25, borderBlockEnd: '1px solid', borderColor: 'divider', overflowWrap: 'anywhere' }}
    >
      <Row gap={1} wrap={false} align="start">
        <Box
          component="span"
          aria-hidden
          sx={{
            flex: 'none',
            width: 8,
            height: 8,
            marginBlockStart: '8px',
            borderRadius: '50%',
            backgroundColor: isUnread ? 'primary.main' : 'transparent',
          }}
        />
        <Stack gap={0} sx={{ flex: 1, minWidth: 0 }}>
          <Text as="span" variant="label">
            {isUnread ? <VisuallyHidden>Ungelesen: </VisuallyHidden> : null}
            {news.path === null ? (
              title
            ) : (
              <Link component={RouterLink} to={news.path} onClick={onOpen}>
                {title}
              </Link>
            )}
          </Text>
          {sentence === '' ? null : <Text variant="small">{sentence}</Text>}
          <Text variant="caption" tone="muted">
            <time dateTime={news.created_at}>{formatDateTime(news.created_at)}</time>
          </Text>
          {isUnread && news.path === null ? (
            <Box>
              <Button variant="quiet" size="small" onClick={onRead}>
                Als gelesen markieren
              </Button>
            </Box>
          ) : null}
        </Stack>
      </Row>
    </Stack>
  );
}
