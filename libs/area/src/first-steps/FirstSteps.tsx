import { usePorts, useSession } from '@nemus/contract/react';
import { closeFirstSteps, firstStepsQuery, type FirstSteps as Steps } from '@nemus/data';
import { Box, Button, Card, Icon, Link, Row, Stack, Text, VisuallyHidden } from '@nemus/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { useAction } from '../actions/useAction';
import { useDataClient } from '../reads/data-client';
import { stepsDismissed } from './dismissed';
import { STEPS } from './steps';

/** The circle of an open step, as large as the sign of a done one. */
const OPEN = { width: 16, height: 16, margin: '2px', border: '2px solid', borderRadius: '50%' } as const;

/**
 * The account's first steps with their progress. On a dashboard the list is shown until everything is done or it is
 * closed; its own place (`/account`) always shows it, and can put it back on the dashboard.
 *
 * @param steps null or undefined while unknown: then nothing is shown, since it is help and not content
 */
export function FirstSteps({ steps, isOwnPlace = false }: { steps: Steps | null | undefined; isOwnPlace?: boolean }) {
  const { userId } = useSession();
  const close = useClosing();
  const closed = steps?.closed;
  // Fresh from the database: another device may have closed or reopened the list.
  useEffect(() => {
    if (isOwnPlace && closed !== undefined) stepsDismissed.keep(userId, closed);
  }, [isOwnPlace, userId, closed]);
  const known = (steps?.steps ?? []).flatMap(({ step, done }) => {
    const text = STEPS[step];
    return text ? [{ step, done, ...text }] : [];
  });
  const done = known.filter((step) => step.done).length;
  if (!steps || known.length === 0) return null;
  if (!isOwnPlace && (steps.closed || done === known.length)) return null;
  return (
    <Card
      as="section"
      level={2}
      title="Erste Schritte"
      subtitle={done === known.length ? 'Alles erledigt.' : `${done} von ${known.length} erledigt`}
      aside={
        done === known.length ? undefined : (
          <Button size="small" variant="quiet" loading={close.isPending} onClick={() => close.mutate(!steps.closed)}>
            {steps.closed ? 'Auf dem Dashboard zeigen' : 'Ausblenden'}
          </Button>
        )
      }
    >
      <Box component="ol" sx={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 1.5 }}>
        {known.map((step) => (
          <Row key={step.step} as="li" wrap={false} align="start" gap={1.5}>
            <Box
              sx={{ color: step.done ? 'success.main' : 'text.secondary', display: 'grid', paddingBlockStart: '2px' }}
            >
              {step.done ? <Icon name="check-circle" size={20} /> : <Box sx={OPEN} />}
            </Box>
            <Stack gap={0}>
              {step.done || step.path === null ? (
                <Text as="span" tone={step.done ? 'muted' : 'default'}>
                  {step.title}
                  <VisuallyHidden>{step.done ? ', erledigt' : ', steht noch aus'}</VisuallyHidden>
                </Text>
              ) : (
                <span>
                  <Link component={RouterLink} to={step.path}>
                    {step.title}
                  </Link>
                </span>
              )}
              {step.done ? null : (
                <Text as="span" variant="small" tone="muted">
                  {step.why}
                </Text>
              )}
            </Stack>
          </Row>
        ))}
      </Box>
    </Card>
  );
}

/** Closes the list or reopens it, for the account on every device. */
function useClosing() {
  const client = useDataClient();
  const cache = useQueryClient();
  const { notify } = usePorts();
  const { userId } = useSession();
  const { queryKey } = firstStepsQuery(client, userId);
  return useAction({
    mutationFn: (closed: boolean) => closeFirstSteps(client, userId, closed),
    onSuccess: (_nothing, closed) => {
      stepsDismissed.keep(userId, closed);
      cache.setQueryData(queryKey, (before) => (before ? { ...before, closed } : before));
      if (closed) {
        notify({
          kind: 'info',
          title: 'Die ersten Schritte sind ausgeblendet.',
          description: 'Sie finden sie unter „Konto“ und über die Suche wieder.',
        });
        document.querySelector('main')?.focus();
      }
    },
    onError: () =>
      notify({
        kind: 'error',
        title: 'Das konnte nicht gespeichert werden.',
        description: 'Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
      }),
  });
}
