import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { usePorts, useSession } from '@nemus/contract/react';
import { chooseReportTime, reportTimeQuery, type ReportTime } from '@nemus/data';
import { Button, Card, Form, FormActions, Link, Row, Select, Text } from '@nemus/ui';
import { Link as RouterLink } from 'react-router-dom';
import { paths } from '../../paths';

const WEEKDAYS = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag'].map(
  (label, index) => ({ value: String(index + 1), label }),
);
const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${hour} Uhr` }));

/** Weekday and hour of the weekly report. Hidden without the right to read reports. */
export function ReportTimeForm() {
  const { userId } = useSession();
  const { data } = useQuery(reportTimeQuery(useDataClient(), userId));
  return data ? <TimeForm saved={data} /> : null;
}

function TimeForm({ saved }: { saved: ReportTime }) {
  const client = useDataClient();
  const queries = useQueryClient();
  const { notify } = usePorts();
  // The form stays mounted when its saved time arrives, so that keyboard users keep their position.
  const [chosen, setTime] = useState<ReportTime | null>(null);
  const time = chosen ?? saved;
  const choose = useAction({
    mutationFn: () => chooseReportTime(client, time),
    onSuccess: async () => {
      notify({ kind: 'success', title: 'Zeitpunkt gespeichert' });
      await queries.invalidateQueries({ queryKey: ['report-time'] });
      setTime(null);
    },
    onError: (error) => notify({ kind: 'error', title: 'Zeitpunkt nicht gespeichert', description: reasonOf(error) }),
  });
  return (
    <Form
      aria-label="Zeitpunkt des Wochenberichts"
      onSubmit={(event) => {
        event.preventDefault();
        choose.mutate();
      }}
    >
      <Card title="Zeitpunkt des Wochenberichts" level={2} as="div">
        <Row gap={2} align="start">
          <Select
            label="Wochentag"
            options={WEEKDAYS}
            value={String(time.weekday)}
            onChange={(event) => setTime({ ...time, weekday: Number(event.target.value) })}
          />
          <Select
            label="Uhrzeit"
            options={HOURS}
            value={String(time.hour)}
            onChange={(event) => setTime({ ...time, hour: Number(event.target.value) })}
          />
        </Row>
        <Text variant="small" tone="muted">
          Zeit in Deutschland, Sommer wie Winter.{' '}
          <Link component={RouterLink} to={paths.reports}>
            Bisherige Wochenberichte
          </Link>
        </Text>
      </Card>
      <FormActions>
        <Button type="submit" loading={choose.isPending}>
          Zeitpunkt speichern
        </Button>
      </FormActions>
    </Form>
  );
}
