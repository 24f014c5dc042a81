import { Box, Stack, Text } from '@nemus/ui';
import { agendaPoints } from './agenda-points';

/** The agenda of a course: its points in order, days and times beside them, on a phone above them. */
export function Agenda({ text }: { text: string }) {
  return (
    <Stack as="ol" role="list" gap={1} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {agendaPoints(text).map(({ when, title }, place) => (
        <Box
          component="li"
          // Points have no identity but their place.
          key={place}
          sx={{
            display: 'grid',
            columnGap: 2,
            gridTemplateColumns: { xs: '1fr', sm: when === '' || title === '' ? '1fr' : '11rem 1fr' },
            overflowWrap: 'anywhere',
          }}
        >
          {when !== '' && (
            <Text as="span" strong numeric>
              {when}
            </Text>
          )}
          {title !== '' && <Text as="span">{title}</Text>}
        </Box>
      ))}
    </Stack>
  );
}
