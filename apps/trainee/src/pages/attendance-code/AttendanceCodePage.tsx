import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { enterAttendanceCode, type EnteredCode } from '@nemus/data';
import { Breadcrumbs, ButtonLink, Page, Surface, Stack, Alert, formatDateTime, formatUnits } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { paths } from '../../paths';
import { AttendanceCodeForm } from './AttendanceCodeForm';

/** "Code eingeben": participants at a date enter the code shown in the room, which ticks them. */
export default function AttendanceCodePage() {
  const client = useDataClient();
  const cache = useQueryClient();
  const [answer, setAnswer] = useState<EnteredCode | null>(null);
  const enter = useAction({
    mutationFn: (code: string) => enterAttendanceCode(client, code),
    // Affects hours, progress, certificates and the appointment: the next page refetches.
    onSuccess: async (entered) => {
      setAnswer(entered);
      if (entered.status === 'present') await cache.invalidateQueries();
    },
  });
  const wrong = answer?.status === 'wrong' ? wordsOfWrong(answer.attempts_left) : undefined;
  return (
    <Page
      title="Code eingeben"
      width="narrow"
      above={
        <Breadcrumbs
          component={Link}
          items={[{ label: 'Meine Termine', to: paths.appointments }, { label: 'Code eingeben' }]}
        />
      }
      intro="Geben Sie den Code ein, der im Kursraum gezeigt wird. Damit ist Ihre Anwesenheit eingetragen."
    >
      {answer !== null && answer.status !== 'wrong' ? (
        <Ticked answer={answer} />
      ) : (
        <AttendanceCodeForm
          wrong={enter.error === null ? wrong : reasonOf(enter.error)}
          busy={enter.isPending}
          onEnter={(code) => enter.mutate(code)}
        />
      )}
    </Page>
  );
}

function Ticked({ answer }: { answer: Exclude<EnteredCode, { status: 'wrong' }> }) {
  const { status, title, starts_at: startsAt, units } = answer;
  const absent = status === 'already' && units === 0;
  return (
    <Surface padding="large">
      <Stack gap={2.5} align="start">
        <Alert
          tone={absent ? 'warning' : 'success'}
          title={status === 'present' ? 'Ihre Anwesenheit ist eingetragen.' : 'Ihre Anwesenheit war schon eingetragen.'}
        >
          {`${title}, ${formatDateTime(startsAt)} Uhr: ${absent ? 'nicht anwesend' : formatUnits(units)}. `}
          {absent ? 'Bitte wenden Sie sich an die Kursleitung.' : 'Die Bescheinigung liegt in Ihrem Profil bereit.'}
        </Alert>
        <ButtonLink component={Link} to={paths.appointments} variant="primary">
          Zu meinen Terminen
        </ButtonLink>
      </Stack>
    </Surface>
  );
}

const wordsOfWrong = (left: number): string =>
  left === 0
    ? 'Dieser Code passt nicht. Bitte warten Sie eine Viertelstunde, oder wenden Sie sich an die Kursleitung.'
    : `Dieser Code passt zu keinem Ihrer Termine, die jetzt stattfinden. Noch ${left === 1 ? '1 Versuch' : `${left} Versuche`}.`;
