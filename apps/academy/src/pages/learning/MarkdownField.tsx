import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { Button, Row, Stack, TextArea } from '@nemus/ui';
import { FORMATS, formatText, type Format } from './formatting';

const FORMAT_NAMES = Object.keys(FORMATS).filter((name): name is Format => Object.hasOwn(FORMATS, name));
const SHORTCUTS: Readonly<Record<string, Format>> = { b: 'bold', i: 'italic' };

/** Replaces a part of a field as if it was typed, so that the browser can undo it. */
function insertInto(area: HTMLTextAreaElement, from: number, to: number, text: string) {
  area.focus();
  area.setSelectionRange(from, to);
  // Deprecated, and still the only edit that enters the browser's undo history.
  const isTyped = typeof document.execCommand === 'function' && document.execCommand('insertText', false, text);
  if (isTyped) return;
  area.setRangeText(text, from, to, 'end');
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

/** A field for Markdown with a toolbar, which is one stop of the keyboard: arrow keys move within it (ARIA APG). */
export function MarkdownField({
  label,
  hint,
  error,
  rows,
  value,
  onChange,
}: {
  label: string;
  hint: string;
  error: string | undefined;
  rows: number;
  value: string;
  onChange: (value: string) => void;
}) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const toolbar = useRef<HTMLElement>(null);
  const [current, setCurrent] = useState(0);
  const apply = (format: Format) => {
    const field = area.current;
    if (field === null) return;
    const { from, to, insert, selection } = formatText(format, field.value, field.selectionStart, field.selectionEnd);
    insertInto(field, from, to, insert);
    field.setSelectionRange(...selection);
  };
  const move = (event: KeyboardEvent) => {
    const last = FORMAT_NAMES.length - 1;
    const target = {
      ArrowRight: current === last ? 0 : current + 1,
      ArrowLeft: current === 0 ? last : current - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    setCurrent(target);
    toolbar.current?.querySelectorAll('button')[target]?.focus();
  };
  return (
    <Stack gap={0.5}>
      <Row
        gap={0.5}
        role="toolbar"
        aria-label={`Formatierung: ${label}`}
        aria-controls={id}
        ref={toolbar}
        onKeyDown={move}
      >
        {FORMAT_NAMES.map((format, place) => (
          <Button
            key={format}
            size="small"
            tabIndex={place === current ? 0 : -1}
            onFocus={() => setCurrent(place)}
            onClick={() => apply(format)}
          >
            {FORMATS[format]}
          </Button>
        ))}
      </Row>
      <TextArea
        ref={area}
        id={id}
        label={label}
        hint={hint}
        rows={rows}
        value={value}
        error={error}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          const format = SHORTCUTS[event.key.toLowerCase()];
          if (format === undefined || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
          event.preventDefault();
          apply(format);
        }}
      />
    </Stack>
  );
}
