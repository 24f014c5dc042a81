import type { DateParticipants } from '@nemus/data';
import { Box, formatUnits, Stack, Text } from '@nemus/ui';
import { placeOf, timesOf } from '../dates/date-words';
import { stateOf } from './participant-columns';
import { isReachable } from './useSelection';

/** Lines of a sheet (A4, upright). Each sheet has its own head, because browsers do not count pages. */
const LINES = 16;
const CELL = { border: '1px solid', paddingInline: 1, textAlign: 'start', height: '11mm' } as const;

/** The list on paper: people with a place, with room to sign; after a cancellation, those who were registered. */
export function SignatureSheets({ list: { appointment, participants } }: { list: DateParticipants }) {
  const isCancelled = appointment.cancelled_at !== null;
  const people = participants.filter((one) => isReachable(one) && (isCancelled || one.status !== 'waitlist'));
  const sheets = Array.from({ length: Math.max(1, Math.ceil(people.length / LINES)) }, (_, place) =>
    people.slice(place * LINES, (place + 1) * LINES),
  );
  return (
    <>
      {sheets.map((sheet, place) => (
        <Stack
          key={sheet[0]?.user_id ?? 'leer'}
          gap={1}
          sx={place < sheets.length - 1 ? { breakAfter: 'page' } : undefined}
        >
          <Text strong>{`${appointment.title}, ${timesOf(appointment)}`}</Text>
          <Text variant="small">
            {[
              placeOf(appointment),
              appointment.instructor !== '' && `Leitung: ${appointment.instructor}`,
              formatUnits(appointment.units),
              `Seite ${place + 1} von ${sheets.length}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          <Box component="table" sx={{ width: '100%', borderCollapse: 'collapse' }}>
            <thead>
              <tr>
                <Box component="th" sx={{ ...CELL, width: '2.5rem' }}>
                  Nr.
                </Box>
                <Box component="th" sx={{ ...CELL, width: '40%' }}>
                  Name
                </Box>
                <Box component="th" sx={CELL}>
                  {isCancelled ? 'Stand und Telefon' : 'Unterschrift'}
                </Box>
              </tr>
            </thead>
            <tbody>
              {sheet.map((one, line) => (
                <tr key={one.user_id}>
                  <Box component="td" sx={CELL}>
                    {place * LINES + line + 1}
                  </Box>
                  <Box component="td" sx={{ ...CELL, overflowWrap: 'anywhere' }}>
                    {one.name}
                  </Box>
                  <Box component="td" sx={CELL}>
                    {isCancelled && [stateOf(one), one.phone].filter(Boolean).join(', ')}
                  </Box>
                </tr>
              ))}
            </tbody>
          </Box>
        </Stack>
      ))}
    </>
  );
}
