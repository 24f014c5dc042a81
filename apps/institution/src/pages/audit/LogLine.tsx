import type { OrganisationLine } from '@nemus/data';
import { Box, Card, formatCount, formatDateTime, Stack, Text } from '@nemus/ui';
import { actionText, actorText, differencesOf, subjectText } from './line-words';

/** One line of the log; what was different opens below it. */
export function LogLine({ line }: { line: OrganisationLine }) {
  const differences = differencesOf(line);
  return (
    <Card
      title={`${actionText(line.action)}: ${subjectText(line.subject)}`}
      level={2}
      subtitle={`${formatDateTime(line.at)}, ${actorText(line)}`}
    >
      {differences.length > 0 && (
        <Box component="details">
          <Box component="summary" sx={{ cursor: 'pointer', minHeight: 24 }}>
            {formatCount(differences.length, 'Angabe', 'Angaben')}
          </Box>
          <Stack as="ul" gap={0.5} sx={{ paddingInlineStart: 2.5, marginBlock: 1 }}>
            {differences.map(({ name, before, after }) => (
              <Text as="li" key={name} variant="small" sx={{ overflowWrap: 'anywhere' }}>
                <strong>{name}</strong>: {before === null ? 'leer' : <del>{before}</del>} →{' '}
                {after === null ? 'leer' : <ins>{after}</ins>}
              </Text>
            ))}
          </Stack>
        </Box>
      )}
    </Card>
  );
}
