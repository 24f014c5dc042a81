import { ConfirmDialog, formatCount } from '@nemus/ui';

/** Asks whether a price of 0 € is meant: it may be a slip, and the seminars could not be bought with money. */
export function FreePriceDialog({
  open,
  count = 1,
  busy = false,
  onConfirm,
  onCancel,
}: {
  open: boolean;
  /** Seminars that get the price. */
  count?: number;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  return (
    <ConfirmDialog
      open={open}
      busy={busy}
      title="Preis von 0 €?"
      confirmLabel="Mit 0 € speichern"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {count === 1
        ? 'Das Seminar ist dann nicht mit Karte zu kaufen, nur mit Credits.'
        : `${formatCount(count, 'Seminar ist', 'Seminare sind')} dann nicht mit Karte zu kaufen, nur mit Credits.`}
    </ConfirmDialog>
  );
}
