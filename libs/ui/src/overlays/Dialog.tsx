import { useId, type ReactNode } from 'react';
import MuiDialog from '@mui/material/Dialog';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Button, IconButton } from '../actions/Button';
import { Box, Row, Stack, Text } from '../layout/primitives';
import { DIALOG_FOOT, MESSAGES_HEIGHT } from './dialog-place';

const WIDTH = { small: '26rem', medium: '36rem', large: '52rem' } as const;

export interface DialogProps {
  open: boolean;
  /** Escape, the close button, or a click outside. A dialog with its own address goes back here. */
  onClose: () => void;
  title: ReactNode;
  /** One sentence below the title; read out with it. */
  description?: ReactNode;
  /** Buttons at the bottom; the main one last. */
  actions?: ReactNode;
  size?: keyof typeof WIDTH;
  /** False while something is being sent: then only the actions close it. */
  closable?: boolean;
  role?: 'dialog' | 'alertdialog';
  children?: ReactNode;
}

/** `Dialog` of the package, which loads this. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  actions,
  size = 'medium',
  closable = true,
  role = 'dialog',
  children,
}: DialogProps) {
  const id = useId();
  const theme = useTheme();
  const phone = useMediaQuery(theme.breakpoints.down('sm'));
  const { color, radius } = theme.tokens;
  // A short question stays a sheet at the bottom of a phone; content fills the screen.
  const sheet = phone && size === 'small';
  return (
    <MuiDialog
      open={open}
      onClose={() => {
        if (closable) onClose();
      }}
      role={role}
      aria-labelledby={`${id}-title`}
      aria-describedby={description === undefined ? undefined : `${id}-description`}
      fullScreen={phone && !sheet}
      slotProps={{
        backdrop: { sx: { backgroundColor: color.backdrop } },
        container: { sx: sheet ? { alignItems: 'flex-end' } : {} },
        paper: {
          sx: {
            width: '100%',
            maxWidth: WIDTH[size],
            margin: phone ? 0 : 3,
            border: phone && !sheet ? 0 : `1px solid ${color.border}`,
            borderRadius: phone ? (sheet ? `${radius.card}px ${radius.card}px 0 0` : 0) : `${radius.card}px`,
            boxShadow: color.shadow,
          },
        },
      }}
    >
      <Row
        wrap={false}
        align="start"
        justify="between"
        gap={2}
        sx={{ padding: { xs: 2, sm: 3 }, paddingBlockEnd: { xs: 1.5, sm: 1.5 } }}
      >
        <Stack gap={0.5}>
          <Text as="h2" variant="heading" id={`${id}-title`}>
            {title}
          </Text>
          {description === undefined ? null : (
            <Text as="div" id={`${id}-description`} tone="muted" variant="small">
              {description}
            </Text>
          )}
        </Stack>
        {closable ? <IconButton icon="close" label="Schließen" onClick={onClose} sx={{ margin: '-6px' }} /> : null}
      </Row>
      {children === undefined ? null : (
        <Box
          sx={{
            overflowY: 'auto',
            paddingInline: { xs: 2, sm: 3 },
            paddingBlockStart: 1,
            // Content below a message can be scrolled out from under it.
            paddingBlockEnd: phone && !sheet ? `calc(8px + var(${MESSAGES_HEIGHT}, 0px))` : 1,
            flex: '1 1 auto',
          }}
        >
          {children}
        </Box>
      )}
      {actions === undefined ? null : (
        <Row
          justify="end"
          className={DIALOG_FOOT}
          sx={{ padding: { xs: 2, sm: 3 }, paddingBlockStart: { xs: 2, sm: 2 } }}
        >
          {actions}
        </Row>
      )}
    </MuiDialog>
  );
}

export interface ConfirmDialogProps {
  open: boolean;
  title: ReactNode;
  /** The consequences, and whether they can be undone. */
  children?: ReactNode;
  /** Verb and object: "Termin absagen". */
  confirmLabel: string;
  cancelLabel?: string;
  /** The action cannot be undone. */
  danger?: boolean;
  /** The action is running; the dialog stays until it is done. */
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** `ConfirmDialog` of the package, which loads this. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel = 'Abbrechen',
  danger = false,
  busy = false,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      closable={!busy}
      role="alertdialog"
      size="small"
      title={title}
      description={children}
      actions={
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- an alert dialog must start on its harmless button (ARIA APG) */}
          <Button onClick={onCancel} disabled={busy} autoFocus>
            {cancelLabel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} onClick={onConfirm} loading={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  );
}
