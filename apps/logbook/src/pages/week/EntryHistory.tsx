import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { signOffHistoryQuery, type SignOffStep } from '@nemus/data';
import { Button, formatDateTime, SkeletonRows, Stack, Text } from '@nemus/ui';

const ACTIONS: Readonly<Record<SignOffStep['action'], string>> = {
  submit: 'Eingereicht',
  take_back: 'Zurückgenommen',
  confirm: 'Bestätigt',
  undo: 'Bestätigung zurückgenommen',
  return: 'Zurückgegeben',
  hand_over: 'An jemand anderen übergeben',
};

const stepWords = ({ action, at, name, as_deputy: deputy, reason }: SignOffStep) =>
  `${formatDateTime(at)}: ${ACTIONS[action]} von ${name}${deputy ? ' (in Vertretung)' : ''}${reason === null ? '' : `: ${reason}`}`;

/** Every step of an entry since its first submission: an immutable history. */
export function EntryHistory({ entryId, name }: { entryId: string; name: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-expanded={open}
        aria-label={`Verlauf: ${name}`}
        onClick={() => setOpen(!open)}
      >
        Verlauf
      </Button>
      {open && <Steps entryId={entryId} name={name} />}
    </>
  );
}

function Steps({ entryId, name }: { entryId: string; name: string }) {
  const query = useQuery({ ...signOffHistoryQuery(useDataClient(), entryId), staleTime: 0 });
  return (
    <QueryPart query={query} title={`Verlauf: ${name}`} loading={<SkeletonRows count={2} />}>
      {(steps) => (
        <Stack
          as="ol"
          role="list"
          gap={0.5}
          aria-label={`Verlauf: ${name}`}
          sx={{ listStyle: 'none', padding: 0, margin: 0, flexBasis: '100%' }}
        >
          {steps.map((step) => (
            <Text as="li" variant="small" tone="muted" key={step.number} sx={{ overflowWrap: 'anywhere' }}>
              {stepWords(step)}
            </Text>
          ))}
        </Stack>
      )}
    </QueryPart>
  );
}
