import { useId } from 'react';
import type { Appointment } from '@nemus/data';
import { Button, ButtonLink, Text } from '@nemus/ui';
import { joinState } from './appointment-state';

/**
 * Opens an online appointment when possible; before, it says from when. For a `Row` of buttons: the reason is on a
 * separate line below them.
 */
export function JoinButton({ appointment, now }: { appointment: Appointment; now: number }) {
  const reasonId = useId();
  const state = joinState(appointment, now);
  if (state === null) return null;
  if (state.url !== null) {
    return (
      <ButtonLink
        href={state.url}
        target="_blank"
        rel="noopener noreferrer"
        variant="primary"
        size="small"
        icon="video"
        aria-label={`Teilnehmen: ${appointment.title} (öffnet in neuem Tab)`}
      >
        Teilnehmen
      </ButtonLink>
    );
  }
  return (
    <>
      <Button
        icon="video"
        size="small"
        disabled
        aria-describedby={reasonId}
        aria-label={`Teilnehmen: ${appointment.title}`}
      >
        Teilnehmen
      </Button>
      <Text id={reasonId} variant="caption" tone="muted" sx={{ order: 1, flexBasis: '100%', textAlign: 'inherit' }}>
        {state.reason}
      </Text>
    </>
  );
}
