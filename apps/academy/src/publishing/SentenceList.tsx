import { Box } from '@nemus/ui';

/** Sentences about an object to be published, as a list. */
export function SentenceList({ items }: { items: readonly string[] }) {
  return (
    <Box component="ul" sx={{ margin: 0, paddingInlineStart: '1.25rem' }}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </Box>
  );
}
