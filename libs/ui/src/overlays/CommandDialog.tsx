import { useId, useRef, type ReactNode } from 'react';
import { styled, useTheme } from '@mui/material/styles';
import useAutocomplete from '@mui/material/useAutocomplete';
import useMediaQuery from '@mui/material/useMediaQuery';
import { IconButton } from '../actions/Button';
import { Icon } from '../icons/Icon';
import type { IconName } from '../icons/icons';
import { useParts } from '../late/use-parts';
import { Box, Row, Stack, Text } from '../layout/primitives';
import { VisuallyHidden } from '../layout/visibility';

/** An entry of the list. */
export interface CommandEntry {
  /** Unique in the list. */
  readonly id: string;
  /** Heading of its group; entries of one group are consecutive. */
  readonly group: string;
  readonly label: string;
  /** A quieter second line. */
  readonly detail?: string | undefined;
  readonly icon?: IconName | (string & {});
}

const Input = styled('input')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  minHeight: 44,
  border: 0,
  outline: 'none',
  background: 'none',
  font: 'inherit',
  fontSize: '1.0625rem',
  color: theme.tokens.color.text,
  '&::placeholder': { color: theme.tokens.color.textMuted, opacity: 1 },
}));

const List = styled('ul')(({ theme }) => {
  const { color, radius } = theme.tokens;
  return {
    listStyle: 'none',
    margin: 0,
    padding: 8,
    '& ul': { listStyle: 'none', margin: 0, padding: 0 },
    overflowY: 'auto',
    flex: '1 1 auto',
    '& [role="option"]': {
      display: 'flex',
      alignItems: 'center',
      gap: 12,
      minHeight: 44,
      padding: '6px 12px',
      borderRadius: radius.control,
      cursor: 'pointer',
      overflowWrap: 'anywhere',
    },
    '& [role="option"].Mui-focused': {
      backgroundColor: color.tone.primary.soft,
      color: color.tone.primary.onSoft,
      '@media (forced-colors: active)': { outline: '2px solid Highlight', outlineOffset: -2 },
    },
    '& [role="option"].Mui-focused *': { color: 'inherit' },
  };
});

const PAPER = { width: '100%', maxWidth: '38rem', display: 'flex', flexDirection: 'column' } as const;

export interface CommandDialogProps {
  /** Name of dialog, field and list. */
  label: string;
  entries: readonly CommandEntry[];
  query: string;
  onQuery: (query: string) => void;
  onChoose: (entry: CommandEntry) => void;
  /** Escape, the close button, or a click outside. */
  onClose: () => void;
  /** Shown when the list is empty. */
  empty: ReactNode;
  /** Below the list: what is loading, and what failed. */
  foot?: ReactNode;
}

/**
 * A field with a list below it, above everything; users choose with the arrow keys and Enter, or by a click. The caller
 * provides the list and its order.
 */
export function CommandDialog(props: CommandDialogProps) {
  const theme = useTheme();
  const phone = useMediaQuery(theme.breakpoints.down('sm'));
  const { color, radius } = theme.tokens;
  const parts = useParts();
  if (parts === null) return null;
  return (
    <parts.BareDialog
      open
      onClose={props.onClose}
      fullScreen={phone}
      transitionDuration={0}
      slotProps={{
        backdrop: { sx: { backgroundColor: color.backdrop } },
        container: { sx: { alignItems: 'flex-start' } },
        paper: {
          'aria-label': props.label,
          sx: phone
            ? PAPER
            : {
                ...PAPER,
                marginBlockStart: '12vh',
                maxHeight: '70vh',
                border: `1px solid ${color.border}`,
                borderRadius: `${radius.card}px`,
                boxShadow: color.shadow,
              },
        },
      }}
    >
      <Commands {...props} />
    </parts.BareDialog>
  );
}

/** The dialog's content: the field must exist when the hook looks for it. */
function Commands({ label, entries, query, onQuery, onChoose, onClose, empty, foot }: CommandDialogProps) {
  const id = useId();
  // Whether the user has moved the highlight since the last letter.
  const moved = useRef(false);
  const { getRootProps, getInputProps, getListboxProps, getOptionProps } = useAutocomplete<
    CommandEntry,
    false,
    false,
    false
  >({
    id,
    open: true,
    options: entries,
    value: null,
    inputValue: query,
    autoHighlight: true,
    clearOnBlur: false,
    filterOptions: (options) => options,
    // The hook finds the highlighted entry in another list by this name. Until the user moves, previous entries have no
    // name, so late results do not move the highlight away from the first one.
    getOptionLabel: (entry) => (moved.current || entries.includes(entry) ? entry.id : ''),
    // Called for keys and pointers only.
    onHighlightChange: () => {
      moved.current = true;
    },
    getOptionKey: (entry) => entry.id,
    isOptionEqualToValue: (a, b) => a.id === b.id,
    onInputChange: (_event, value, reason) => {
      // Choosing would write the entry's name into the field; here it closes the dialog.
      if (reason !== 'input') return;
      moved.current = false;
      onQuery(value);
    },
    onChange: (_event, entry) => {
      if (entry) onChoose(entry);
    },
    onClose: (_event, reason) => {
      if (reason === 'escape') onClose();
    },
  });
  const groups = [...new Set(entries.map(({ group }) => group))];
  const lines = entries.map((entry, index) => ({ entry, index }));
  return (
    <>
      <Row
        {...getRootProps()}
        wrap={false}
        gap={1}
        sx={{ padding: 1, paddingInlineStart: 2, borderBlockEnd: '1px solid', borderColor: 'divider' }}
      >
        <Icon name="search" size={20} />
        <Input
          {...getInputProps()}
          aria-label={label}
          placeholder={label}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog that is opened to type in begins in its field (ARIA APG)
          autoFocus
          type="text"
          enterKeyHint="go"
        />
        <IconButton icon="close" label="Schließen" onClick={onClose} />
      </Row>
      {entries.length === 0 ? (
        <Box sx={{ padding: 3, flex: '1 1 auto' }}>{empty}</Box>
      ) : (
        <List {...getListboxProps()} aria-label={label}>
          {groups.map((group, position) => (
            <li key={group} role="presentation">
              <div role="group" aria-labelledby={`${id}-group-${position}`}>
                <Text
                  as="div"
                  variant="caption"
                  tone="muted"
                  id={`${id}-group-${position}`}
                  sx={{ padding: '8px 12px 4px' }}
                >
                  {group}
                </Text>
                <ul role="presentation">
                  {lines
                    .filter(({ entry }) => entry.group === group)
                    .map(({ entry, index }) => {
                      const { key: _key, ...props } = getOptionProps({ option: entry, index });
                      return (
                        <li key={entry.id} {...props}>
                          <Icon name={entry.icon ?? 'arrow-right'} size={20} />
                          <Stack gap={0} sx={{ minWidth: 0 }}>
                            <span>{entry.label}</span>
                            {entry.detail === undefined ? null : (
                              <Text as="span" variant="caption" tone="muted">
                                {entry.detail}
                              </Text>
                            )}
                          </Stack>
                        </li>
                      );
                    })}
                </ul>
              </div>
            </li>
          ))}
        </List>
      )}
      <VisuallyHidden as="div">
        <span role="status">
          {query.trim() === '' ? '' : entries.length === 1 ? '1 Eintrag' : `${entries.length} Einträge`}
        </span>
      </VisuallyHidden>
      {foot === undefined ? null : (
        <Box sx={{ padding: '8px 20px', borderBlockStart: '1px solid', borderColor: 'divider' }}>{foot}</Box>
      )}
    </>
  );
}
