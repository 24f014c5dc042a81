import { newsText, type Notification } from '@nemus/data';
import { Button, Chip, formatDateTime, Link, Row, Stack, Text } from '@nemus/ui';
import { Link as RouterLink } from 'react-router-dom';

/** A news item in the list: what happened, when, and its link. Opening it marks it as read. */
export function NewsLine({ news, onRead }: { news: Notification; onRead: () => void }) {
  const { title, sentence } = newsText(news.kind, news.facts);
  const isUnread = news.read_at === null;
  return (
    <Stack
      as="li"
      gap={0.25}
      sx={{ paddingBlock: 1.5, borderBlockEnd: '1px solid', borderColor: 'divider', overflowWrap: 'anywhere' }}
    >
      <Row gap={1} justify="between" align="start">
        <Text as="span" variant="label">
          {news.path === null ? (
            title
          ) : (
            <Link component={RouterLink} to={news.path} onClick={isUnread ? onRead : undefined}>
              {title}
            </Link>
          )}
        </Text>
        {isUnread ? <Chip tone="info">Ungelesen</Chip> : null}
      </Row>
      {sentence === '' ? null : <Text variant="small">{sentence}</Text>}
      <Row gap={1} justify="between">
        <Text as="span" variant="caption" tone="muted">
          <time dateTime={news.created_at}>{formatDateTime(news.created_at)}</time>
        </Text>
        {isUnread ? (
          <Button variant="quiet" size="small" aria-label={`Als gelesen markieren: ${title}`} onClick={onRead}>
            Als gelesen markieren
          </Button>
        ) : null}
      </Row>
    </Stack>
  );
}
