import type { ElementType, ReactNode } from 'react';
import MuiTable from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TableSortLabel, { tableSortLabelClasses } from '@mui/material/TableSortLabel';
import { styled } from '@mui/material/styles';
import { Icon } from '../icons/Icon';
import { Loading, Skeleton, SkeletonCards } from '../feedback/Skeleton';
import { Row, Stack, Surface, Text } from '../layout/primitives';
import { useMobile } from '../layout/useMobile';
import { VisuallyHidden } from '../layout/visibility';
import { offPaper } from '../theme/print';
import { typeStyles } from '../theme/theme';

export interface Column<T> {
  readonly key: string;
  readonly header: string;
  /** Content of the cell. */
  readonly cell: (row: T) => ReactNode;
  /** `end` for numbers and amounts: right-aligned with digits of equal width. */
  readonly align?: 'start' | 'end';
  /** The header becomes a button that sorts by this column's key. */
  readonly sortable?: boolean;
  /** The header is for screen readers only, as for a column of buttons. */
  readonly hideHeader?: boolean;
  /** CSS width. */
  readonly width?: string;
}

export interface Sort {
  readonly key: string;
  readonly direction: 'asc' | 'desc';
}

export interface DataTableProps<T> {
  /** What the table lists; its accessible name. */
  caption: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey: (row: T) => string;
  /** The first column names the row: it is the row's header, and the card's title on phones. */
  sort?: Sort | null;
  /** Requests sorting; reversed for the current sort column. */
  onSort?: (sort: Sort) => void;
  loading?: boolean;
  /** `EmptyState` or `NoResults`, shown instead of a table without rows. */
  empty?: ReactNode;
}

/** Widths of the bars in the first column while the table loads; the first is the head. */
const WAITING_WIDTHS = ['14%', '34%', '26%', '38%', '22%', '30%'];

/** A box that scrolls or clips does not break across pages, and does not repeat its head. */
const ON_PAPER = { '@media print': { overflow: 'visible', breakInside: 'auto' } } as const;

// Positioned, so that hidden texts in its cells scroll with them and do not widen the page.
const Scroll = styled(TableContainer)({ position: 'relative', ...ON_PAPER });

const TableElement = styled(MuiTable)(({ theme }) => {
  const { color } = theme.tokens;
  return {
    'th, td': {
      ...typeStyles('small'),
      fontSize: '0.9375rem',
      padding: '11px 12px',
      border: 0,
      textAlign: 'start',
      verticalAlign: 'middle',
    },
    'th:first-of-type': { paddingInlineStart: 20 },
    'th:last-child, td:last-child': { paddingInlineEnd: 20 },
    'thead th': {
      ...typeStyles('caption'),
      fontWeight: 560,
      color: color.textMuted,
      backgroundColor: color.sunken,
      borderBlockEnd: `1px solid ${color.border}`,
      whiteSpace: 'nowrap',
    },
    'tbody th': { fontWeight: 560 },
    'tbody tr + tr > *': { borderBlockStart: `1px solid ${color.border}` },
    'tbody tr:hover': { backgroundColor: theme.tokens.color.hovered },
    '.end': { textAlign: 'end', fontVariantNumeric: 'tabular-nums lining-nums' },
    '@media print': { thead: { display: 'table-header-group' }, tr: { breakInside: 'avoid' } },
  };
});

const SortButton = styled(TableSortLabel)<{ component: ElementType; nativeButton: true; type: 'button' }>(
  ({ theme }) => ({
    gap: 4,
    minHeight: 28,
    margin: '-4px -6px',
    padding: '2px 6px',
    borderRadius: theme.tokens.radius.small,
    font: 'inherit',
    color: 'inherit',
    '&:focus': { color: 'inherit' },
    [`&:hover, &.${tableSortLabelClasses.active}`]: { color: theme.tokens.color.text },
    '&:hover': { backgroundColor: theme.tokens.color.border },
    // Sortable columns are marked even before they are sorted, and without a pointer.
    [`&& .${tableSortLabelClasses.icon}`]: { margin: 0, opacity: 1, color: 'inherit', ...offPaper },
  }),
);
const Arrow = ({ className }: { className?: string }) => <Icon name="arrow-down" size={16} className={className} />;
const BothWays = ({ className }: { className?: string }) => <Icon name="sort" size={16} className={className} />;

/** `DataTable` of the package, which loads this. */
export function DataTable<T>(props: DataTableProps<T>) {
  const mobile = useMobile();
  if (props.loading === true) return <Waiting mobile={mobile} />;
  if (props.rows.length === 0 && props.empty !== undefined) return <>{props.empty}</>;
  return mobile ? <Cards {...props} /> : <Table {...props} />;
}

function Waiting({ mobile }: { mobile: boolean }) {
  if (mobile) return <SkeletonCards count={3} lines={2} />;
  return (
    <Loading>
      <Surface padding="none" sx={{ overflow: 'hidden' }}>
        {WAITING_WIDTHS.map((width, index) => (
          <Row
            key={width}
            justify="between"
            wrap={false}
            sx={{
              height: index === 0 ? 42 : 57,
              paddingInline: 2.5,
              borderTop: index === 0 ? 0 : '1px solid',
              borderColor: 'divider',
            }}
          >
            <Skeleton height={14} width={width} />
            <Skeleton height={14} width="12%" />
            <Skeleton height={14} width="10%" />
          </Row>
        ))}
      </Surface>
    </Loading>
  );
}

function Table<T>({ caption, columns, rows, rowKey, sort = null, onSort }: DataTableProps<T>) {
  return (
    <Surface padding="none" sx={{ overflow: 'hidden', ...ON_PAPER }}>
      {/* A scrollable box must be reachable by keyboard. */}
      <Scroll role="region" aria-label={caption} tabIndex={0}>
        <TableElement>
          <VisuallyHidden as="caption">{caption}</VisuallyHidden>
          <TableHead>
            <TableRow>
              {columns.map((column) => (
                <TableCell
                  key={column.key}
                  className={column.align === 'end' ? 'end' : undefined}
                  style={column.width === undefined ? undefined : { width: column.width }}
                  sortDirection={sort?.key === column.key && sort.direction}
                >
                  <Header column={column} sort={sort} onSort={onSort} />
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((row) => (
              <TableRow key={rowKey(row)}>
                {columns.map((column, index) => (
                  <TableCell
                    key={column.key}
                    {...(index === 0 && { component: 'th', scope: 'row' })}
                    className={column.align === 'end' ? 'end' : undefined}
                  >
                    {column.cell(row)}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </TableElement>
      </Scroll>
    </Surface>
  );
}

function Header<T>({
  column,
  sort,
  onSort,
}: {
  column: Column<T>;
  sort: Sort | null;
  onSort: ((sort: Sort) => void) | undefined;
}) {
  if (column.hideHeader === true) return <VisuallyHidden>{column.header}</VisuallyHidden>;
  if (column.sortable !== true || onSort === undefined) return <>{column.header}</>;
  const sorted = sort?.key === column.key;
  const direction = sorted ? sort.direction : 'desc';
  return (
    <SortButton
      component="button"
      nativeButton
      type="button"
      active={sorted}
      direction={direction}
      IconComponent={sorted ? Arrow : BothWays}
      onClick={() => onSort({ key: column.key, direction: sorted && direction === 'asc' ? 'desc' : 'asc' })}
    >
      {column.header}
    </SortButton>
  );
}

/** A select that does not fit next to its label moves below it: shortened, its value would be unreadable. */
const BELOW = { flexWrap: 'wrap', '& > dd': { flex: 'auto' } } as const;
const WIDE_CONTROL = { '&:has(> dd select)': BELOW, '@supports not selector(:has(*))': BELOW } as const;

function Cards<T>({ caption, columns, rows, rowKey }: DataTableProps<T>) {
  const [first, ...others] = columns;
  return (
    <Stack as="ul" role="list" aria-label={caption} gap={1.5} sx={{ listStyle: 'none', padding: 0 }}>
      {rows.map((row) => (
        <Surface as="li" key={rowKey(row)} padding="small">
          <Stack gap={1}>
            <Text as="div" variant="body" strong>
              {first?.cell(row)}
            </Text>
            <Stack as="dl" gap={0.75}>
              {others.map((column) => (
                <Row key={column.key} justify="between" wrap={false} gap={2} sx={WIDE_CONTROL}>
                  <Text as="dt" variant="small" tone="muted" sx={{ flex: 'none' }}>
                    {column.hideHeader === true ? <VisuallyHidden>{column.header}</VisuallyHidden> : column.header}
                  </Text>
                  <Text
                    as="dd"
                    variant="small"
                    numeric={column.align === 'end'}
                    sx={{ textAlign: 'end', overflowWrap: 'anywhere' }}
                  >
                    {column.cell(row)}
                  </Text>
                </Row>
              ))}
            </Stack>
          </Stack>
        </Surface>
      ))}
    </Stack>
  );
}
