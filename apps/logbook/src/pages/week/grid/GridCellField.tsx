import { useRef, type ClipboardEvent, type KeyboardEvent } from 'react';
import { TextField, VisuallyHidden } from '@nemus/ui';
import { flushSync } from 'react-dom';
import { durationProblem } from '../../../entries/duration';
import { moveOf, type GridPlace } from './grid-keys';
import type { GridCell } from './grid-rows';

/** The field of one cell: a duration, with what is on the server below it. */
export function GridCellField({
  label,
  place,
  cell: { text, stored, sent, problem, isPlain },
  onText,
  onSession,
  onMove,
  onSave,
  onPaste,
}: {
  /** Row and day. */
  label: string;
  place: GridPlace;
  cell: GridCell;
  onText: (text: string) => void;
  /** One session more. */
  onSession: () => void;
  /** A key leads to another cell. */
  onMove: (by: GridPlace) => void;
  onSave: () => void;
  onPaste: (text: string) => void;
}) {
  const before = useRef(text);
  const isUnreadable = text !== '' && durationProblem(text) !== null;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    const isWhole = field.selectionStart === 0 && field.selectionEnd === field.value.length;
    const by = moveOf(event);
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (!event.repeat) onSave();
      // What was saved does not come back with Escape.
      if (!isUnreadable) before.current = '';
    } else if (by !== null) {
      event.preventDefault();
      onMove(by);
    } else if (event.key === 'F2') {
      // To change the text instead of typing over it.
      event.preventDefault();
      field.setSelectionRange(field.value.length, field.value.length);
    } else if (event.key === ' ' && isWhole && isPlain) {
      event.preventDefault();
      // All of it is selected again, so that the next one adds again.
      flushSync(onSession);
      field.select();
    } else if (event.key === 'Escape' && text !== before.current && isPlain) {
      event.preventDefault();
      onText(before.current);
    }
  };
  return (
    <TextField
      label={label}
      hideLabel
      autoComplete="off"
      // Digits, times and plus on phones.
      inputMode="tel"
      value={text}
      readOnly={!isPlain}
      data-cell={`${place.row} ${place.day}`}
      hint={
        stored + sent === 0 && isPlain ? undefined : (
          <>
            {stored > 0 && <Minutes sign="✓" words="Gespeichert" minutes={stored} />}
            {sent > 0 && <Minutes sign="↑" words="Auf dem Weg" minutes={sent} />}
            {!isPlain && 'In der Liste ändern'}
          </>
        )
      }
      error={problem !== null ? 'Abgelehnt' : isUnreadable ? 'Nicht lesbar' : undefined}
      onChange={({ target }) => onText(target.value)}
      onFocus={({ target }) => {
        before.current = text;
        target.select();
      }}
      onKeyDown={onKeyDown}
      onPaste={(event: ClipboardEvent) => {
        const pasted = event.clipboardData.getData('text/plain');
        if (!/[\t\n\r]/.test(pasted.replace(/[\r\n]+$/, ''))) return;
        event.preventDefault();
        onPaste(pasted);
      }}
    />
  );
}

/** Minutes with a sign, and the words for it. */
function Minutes({ sign, words, minutes }: { sign: string; words: string; minutes: number }) {
  return (
    <>
      <span aria-hidden="true">{`${sign} ${minutes} `}</span>
      <VisuallyHidden>{`${words}: ${minutes} Minuten. `}</VisuallyHidden>
    </>
  );
}
