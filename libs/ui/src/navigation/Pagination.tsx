import MuiPagination, { paginationClasses } from '@mui/material/Pagination';
import { styled } from '@mui/material/styles';
import { Button } from '../actions/Button';
import { formatNumber } from '../formats/formats';
import { Row, Text } from '../layout/primitives';
import { VisuallyHidden } from '../layout/visibility';

// The list's range shows the position: only the steps to the next and the last page are rendered.
const Pages = styled(MuiPagination)({
  '& li:empty': { display: 'none' },
  [`& .${paginationClasses.ul} > li:last-child`]: { marginInlineStart: 8 },
});

/** `Pagination` of the package, which loads this. */
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
  /** Number of items on all pages. */
  total: number;
  onChange: (page: number) => void;
  label?: string;
}) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  if (pages === 1) return null;
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(total, page * pageSize);
  return (
    <Row justify="between" gap={2}>
      <Text as="span" variant="small" tone="muted" numeric role="status">
        {formatNumber(first, 0)}–{formatNumber(last, 0)} von {formatNumber(total, 0)}
      </Text>
      <Pages
        aria-label={label}
        page={page}
        count={pages}
        siblingCount={0}
        boundaryCount={0}
        onChange={(_event, chosen) => onChange(chosen)}
        renderItem={({ type, disabled, selected, onClick }) => {
          if (type === 'previous') {
            return (
              <Button size="small" icon="chevron-left" disabled={disabled} onClick={onClick}>
                Zurück
              </Button>
            );
          }
          if (type === 'next') {
            return (
              <Button size="small" iconEnd="chevron-right" disabled={disabled} onClick={onClick}>
                Weiter
              </Button>
            );
          }
          return selected ? <Here page={page} pages={pages} /> : null;
        }}
      />
    </Row>
  );
}

/** Receives the focus when its button is disabled on the first or last page: read out, not visible. */
function Here({ page, pages }: { page: number; pages: number }) {
  return (
    <VisuallyHidden>
      <span tabIndex={-1} aria-current="page">
        Seite {formatNumber(page, 0)} von {formatNumber(pages, 0)}
      </span>
    </VisuallyHidden>
  );
}
