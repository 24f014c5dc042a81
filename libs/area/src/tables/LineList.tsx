import { Stack } from '@nemus/ui';

/** What is to be said about lines of a list, each by its number; a long list scrolls. */
export function LineList({
  lines,
}: {
  lines: readonly { readonly key: string; readonly line: number; readonly text: string }[];
}) {
  return (
    <Stack as="ul" gap={0.25} sx={{ paddingInlineStart: 2, maxHeight: '14rem', overflowY: 'auto' }} tabIndex={0}>
      {lines.map(({ key, line, text }) => (
        <li key={key}>
          Zeile {line}: {text}
        </li>
      ))}
    </Stack>
  );
}
