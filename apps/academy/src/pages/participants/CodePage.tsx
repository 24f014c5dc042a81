import { useQuery } from '@tanstack/react-query';
import { reasonOf, useDataClient } from '@nemus/area';
import { attendanceCodeQuery, type AttendanceCode } from '@nemus/data';
import { Alert, Box, Breadcrumbs, formatTime, Page, SkeletonCard, Stack, Surface, Text } from '@nemus/ui';
import { Link, useParams } from 'react-router-dom';

/** `/academy/dates/<id>/code`: the code of a date as large as a room needs it; another one every minute. */
export default function CodePage() {
  const { dateId = '' } = useParams();
  const { data, error } = useQuery(attendanceCodeQuery(useDataClient(), dateId));
  return (
    <Page
      title="Code für den Raum"
      intro="Wer einen Platz hat, gibt den Code unter „Meine Termine“ → „Code eingeben“ ein und ist damit anwesend."
      above={
        <Breadcrumbs
          component={Link}
          items={[
            { label: 'Termine', to: '/academy/dates' },
            { label: 'Teilnehmer*innen', to: `/academy/dates/${dateId}/participants` },
            { label: 'Code' },
          ]}
        />
      }
    >
      {/* An expired code is useless: show none rather than an invalid one. */}
      {error === null ? (
        data === undefined ? (
          <SkeletonCard lines={4} />
        ) : (
          <LargeCode shown={data} />
        )
      ) : (
        <Alert tone="error" title="Der Code kann nicht gezeigt werden.">
          {reasonOf(error)}
        </Alert>
      )}
    </Page>
  );
}

function LargeCode({ shown }: { shown: AttendanceCode }) {
  const { code, title, valid_until: validUntil } = shown;
  return (
    <Surface padding="large">
      <Stack gap={2} align="center">
        <Text strong>{title}</Text>
        <Box
          component="p"
          // Read out character by character: it is not a word.
          aria-label={`Code: ${[...code].join(' ')}`}
          role="img"
          sx={{
            margin: 0,
            fontSize: 'clamp(2.75rem, 15vw, 12rem)',
            lineHeight: 1.1,
            fontWeight: 700,
            letterSpacing: '0.06em',
            fontVariantNumeric: 'tabular-nums',
            whiteSpace: 'nowrap',
          }}
        >
          {`${code.slice(0, 3)} ${code.slice(3)}`}
        </Box>
        <Text
          tone="muted"
          sx={{ textAlign: 'center' }}
        >{`Gültig bis ${formatTime(validUntil)} Uhr. Der nächste kommt von selbst.`}</Text>
      </Stack>
    </Surface>
  );
}
