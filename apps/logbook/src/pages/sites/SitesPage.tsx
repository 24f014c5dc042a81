import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { QueryPart, reasonOf, useAction, useDataClient } from '@nemus/area';
import { germanOrder } from '@nemus/contract';
import { usePorts, useSession } from '@nemus/contract/react';
import {
  DataError,
  ENTRY_ATTRIBUTE_VALUES,
  deleteLogbookSite,
  endSentence,
  type LogbookSite,
  logbookSitesQuery,
  possibleConfirmersQuery,
  saveLogbookSite,
} from '@nemus/data';
import {
  Button,
  Card,
  DateField,
  EmptyState,
  Form,
  FormActions,
  FormRow,
  formatDate,
  formatNumber,
  NumberField,
  numberOf,
  Row,
  Select,
  SkeletonCard,
  Stack,
  Text,
  TextField,
} from '@nemus/ui';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { LogbookPage } from '../../frame/LogbookPage';
import { Interruptions } from './Interruptions';
import { usePublishLogbookChange } from '../../frame/usePublishLogbookChange';
import { FIRST_ENTRY_DAY } from '../../week/week';
import { isPeriod, NO_PERIOD, PERIOD_FIELDS } from './period-form';

const SHARE = { min: 1, max: 100, digits: 1 } as const;
const siteFormSchema = z
  .object({
    name: z.string().trim().min(1, 'Bitte geben Sie einen Namen an.').max(200, 'Höchstens 200 Zeichen.'),
    ...PERIOD_FIELDS,
    share: z
      .string()
      .trim()
      .refine((text) => numberOf(text, SHARE) !== null, 'Bitte geben Sie 1 bis 100 an.'),
    setting: z.enum(['', 'outpatient', 'inpatient']),
  })
  .refine(isPeriod, NO_PERIOD);
type SiteForm = z.infer<typeof siteFormSchema>;
const EMPTY: SiteForm = { name: '', started_on: '', ended_on: '', share: '100', setting: '' };

/** Sections of employment: where, how long, and how much of a full post. */
export default function SitesPage() {
  const client = useDataClient();
  const { userId } = useSession();
  const sites = useQuery(logbookSitesQuery(client, userId));
  // Null: nothing is open; a new one has no id.
  const [edited, setEdited] = useState<{ readonly id: string | null; readonly form: SiteForm } | null>(null);
  return (
    <LogbookPage
      title="Stätten"
      intro="Abschnitte Ihrer Weiterbildung: wo, von wann bis wann, in welchem Umfang."
      actions={
        <Button variant="primary" icon="add" onClick={() => setEdited({ id: null, form: EMPTY })}>
          Stätte hinzufügen
        </Button>
      }
    >
      <Stack gap={3}>
        {edited !== null && (
          <SiteEditor key={edited.id ?? 'new'} id={edited.id} begin={edited.form} onClose={() => setEdited(null)} />
        )}
        <QueryPart query={sites} title="Ihre Stätten" loading={<SkeletonCard lines={3} />}>
          {(rows) =>
            rows.length === 0 ? (
              <EmptyState icon="building" title="Noch keine Stätte">
                Tragen Sie ein, wo Sie arbeiten. Ihre Einträge können dann sagen, in welchem Abschnitt sie stehen.
              </EmptyState>
            ) : (
              <Stack as="ul" role="list" gap={2} sx={{ listStyle: 'none', padding: 0, margin: 0 }}>
                {rows.map((site) => (
                  <SiteCard
                    key={site.id}
                    site={site}
                    onEdit={() =>
                      setEdited({
                        id: site.id,
                        form: {
                          ...site,
                          ended_on: site.ended_on ?? '',
                          share: String(site.share),
                          setting: site.setting ?? '',
                        },
                      })
                    }
                  />
                ))}
              </Stack>
            )
          }
        </QueryPart>
        <Interruptions />
      </Stack>
    </LogbookPage>
  );
}

function SiteCard({ site, onEdit }: { site: LogbookSite; onEdit: () => void }) {
  const client = useDataClient();
  const publish = usePublishLogbookChange();
  const { notify } = usePorts();
  const remove = useAction({
    mutationFn: () => deleteLogbookSite(client, site.id),
    onSuccess: () => {
      publish();
      notify({ kind: 'success', title: 'Stätte gelöscht' });
    },
    onError: (error) => notify({ kind: 'error', title: 'Stätte nicht gelöscht', description: reasonOf(error) }),
  });
  return (
    <Card as="li" level={2} title={site.name}>
      <Text>
        {formatDate(site.started_on)} bis {site.ended_on === null ? 'heute' : formatDate(site.ended_on)},{' '}
        {formatNumber(site.share, 1)} % einer vollen Stelle
        {site.setting === null ? '' : `, ${ENTRY_ATTRIBUTE_VALUES.setting[site.setting]}`}
      </Text>
      <Row>
        <Button size="small" icon="edit" aria-label={`Bearbeiten: ${site.name}`} onClick={onEdit}>
          Bearbeiten
        </Button>
        <Button
          size="small"
          icon="delete"
          aria-label={`Löschen: ${site.name}`}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          Löschen
        </Button>
      </Row>
    </Card>
  );
}

function SiteEditor({ id, begin, onClose }: { id: string | null; begin: SiteForm; onClose: () => void }) {
  const client = useDataClient();
  const publish = usePublishLogbookChange();
  const { notify } = usePorts();
  const { userId } = useSession();
  const confirmers = useQuery(possibleConfirmersQuery(client, userId));
  // As spelled by institutions: a role for a site applies to entries with the same site name.
  const named = [
    ...new Set(
      (confirmers.data ?? []).flatMap(({ roles }) => roles.map(({ site }) => site)).filter((site) => site !== ''),
    ),
  ].toSorted(germanOrder);
  const form = useForm({ resolver: zodResolver(siteFormSchema), defaultValues: begin });
  const { register, formState } = form;
  const save = useAction({
    mutationFn: ({ name, started_on: from, ended_on: until, share, setting }: SiteForm) =>
      saveLogbookSite(client, {
        id,
        name,
        started_on: from,
        ended_on: until || null,
        share: numberOf(share, SHARE) ?? 100,
        setting: setting || null,
      }),
    onSuccess: () => {
      publish();
      notify({ kind: 'success', title: 'Stätte gespeichert' });
      onClose();
    },
    onError: (error) => {
      const field = siteFormSchema.keyof().safeParse(error instanceof DataError ? error.field : undefined);
      if (field.success) form.setError(field.data, { message: error.message }, { shouldFocus: true });
      else notify({ kind: 'error', title: 'Stätte nicht gespeichert', description: reasonOf(error) });
    },
  });
  return (
    <Card level={2} title={id === null ? 'Neue Stätte' : 'Stätte bearbeiten'}>
      <Form aria-label="Stätte" onSubmit={form.handleSubmit((values) => save.mutate(values))}>
        <TextField
          label="Name der Stätte"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by its button, which the form follows
          autoFocus
          list="logbook-site-names"
          hint={
            named.length === 0
              ? undefined
              : `Ihre Weiterbildungsstätte hat Personen benannt für: ${endSentence(named.join(', '))} Schreiben Sie den Namen genauso.`
          }
          error={formState.errors.name?.message}
          {...register('name')}
        />
        <datalist id="logbook-site-names">
          {named.map((site) => (
            <option key={site} value={site}>
              {site}
            </option>
          ))}
        </datalist>
        <FormRow>
          <DateField
            label="Erster Tag"
            min={FIRST_ENTRY_DAY}
            error={formState.errors.started_on?.message}
            {...register('started_on')}
          />
          <DateField
            label="Letzter Tag"
            optional
            min={FIRST_ENTRY_DAY}
            error={formState.errors.ended_on?.message}
            {...register('ended_on')}
          />
          <NumberField
            label="Umfang in Prozent"
            least={SHARE.min}
            most={SHARE.max}
            digits={SHARE.digits}
            error={formState.errors.share?.message}
            {...register('share')}
          />
          <Select
            label="Rahmen"
            optional
            placeholder="Keine Angabe"
            options={Object.entries(ENTRY_ATTRIBUTE_VALUES.setting).map(([value, label]) => ({ value, label }))}
            error={formState.errors.setting?.message}
            {...register('setting')}
          />
        </FormRow>
        <FormActions>
          <Button type="submit" variant="primary" icon="check" loading={save.isPending}>
            Stätte speichern
          </Button>
          <Button onClick={onClose}>Abbrechen</Button>
        </FormActions>
      </Form>
    </Card>
  );
}
