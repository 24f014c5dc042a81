import { Button, Row, Text } from '@nemus/ui';

/** Pagination of a list of unknown length. */
export function PreviousNext({
  page,
  hasMore,
  onChange,
}: {
  page: number;
  hasMore: boolean;
  onChange: (page: number) => void;
}) {
  if (page === 1 && !hasMore) return null;
  return (
    <Row as="nav" justify="between" aria-label="Seiten der Liste">
      <Button disabled={page === 1} onClick={() => onChange(page - 1)}>
        Zurück
      </Button>
      <Text variant="small" tone="muted">
        Seite {page}
      </Text>
      <Button disabled={!hasMore} onClick={() => onChange(page + 1)}>
        Weiter
      </Button>
    </Row>
  );
}
