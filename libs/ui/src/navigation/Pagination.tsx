import { Button } from '../actions/Button';
import { formatNumber } from '../formats/formats';
import { Row, Text } from '../layout/primitives';

/** Pages of a long list. Shows nothing when one page holds everything. */
export function Pagination({
  page,
  pageSize,
  total,
  onChange,
  label = 'Seiten',
}: {
  /** From 1 on. */
  page: number;
  pageSize: number;
  /** Number of things on all pages. */
  total: number;
  onChange: (page: number) => void;
  label?: string;
}) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  if (pages === 1) return null;
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(total, page * pageSize);
  return (
    <Row as="nav" aria-label={label} justify="between" gap={2}>
      <Text as="span" variant="small" tone="muted" numeric role="status">
        {formatNumber(first, 0)}–{formatNumber(last, 0)} von {formatNumber(total, 0)}
      </Text>
      <Row gap={1}>
        <Button size="small" icon="chevron-left" disabled={page <= 1} onClick={() => onChange(page - 1)}>
          Zurück
        </Button>
        <Button size="small" iconEnd="chevron-right" disabled={page >= pages} onClick={() => onChange(page + 1)}>
          Weiter
        </Button>
      </Row>
    </Row>
  );
}
