import { useRef, useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { reasonOf, useAction, useDataClient } from '@nemus/area';
import { FileUpload } from '@nemus/area/files';
import { usePorts, useSession } from '@nemus/contract/react';
import {
  COMPETENCIES,
  COMPETENCY_LABELS,
  DataError,
  HOUR_CATEGORIES,
  HOUR_CATEGORY_LABELS,
  logbookSitesQuery,
  possibleConfirmersQuery,
  saveLogbookEntry,
  submitLogbookEntries,
  trainingInfoQuery,
  uploadCertificateFile,
  type LogbookEntry,
} from '@nemus/data';
import {
  Button,
  Card,
  DateField,
  Form,
  FormActions,
  FormRow,
  formatDate,
  NumberField,
  Select,
  Stack,
  Text,
  TextField,
} from '@nemus/ui';
import { useForm, useWatch } from 'react-hook-form';
import { usePublishLogbookChange } from '../../frame/usePublishLogbookChange';
import { FIRST_ENTRY_DAY, today } from '../../week/week';
import { confirmersFor } from '../week/EntryFields';
import {
  certificateFormOf,
  certificateFormSchema,
  certificateToSave,
  EMPTY_CERTIFICATE,
  UNITS,
  type CertificateForm,
} from './certificate-form';

/** The form of a new certificate, or of one that can still be changed. */
export function CertificateEditor({ entry, onClose }: { entry: LogbookEntry | null; onClose: () => void }) {
  const client = useDataClient();
  const { userId } = useSession();
  const { notify } = usePorts();
  const publish = usePublishLogbookChange();
  // One entry, however often it is sent.
  const [id] = useState(() => entry?.id ?? crypto.randomUUID());
  // The one that the form was filled from, or that it has saved: the submission may be refused after the save.
  const revision = useRef(entry?.revision ?? null);
  const [fileName, setFileName] = useState(entry?.file?.file_name);
  const form = useForm({
    resolver: zodResolver(certificateFormSchema),
    defaultValues: entry === null ? EMPTY_CERTIFICATE : certificateFormOf(entry),
  });
  const { register, formState } = form;
  const values = useWatch({ control: form.control });
  const error = (name: keyof CertificateForm) => formState.errors[name]?.message;
  const confirmers = useQuery(possibleConfirmersQuery(client, userId));
  const training = useQuery(trainingInfoQuery(client, userId)).data;
  const sites = useQuery(logbookSitesQuery(client, userId)).data ?? [];
  // A person limited to a site confirms for those who are there today.
  const here = sites.filter(
    ({ started_on: from, ended_on: until }) => from <= today() && (until === null || today() <= until),
  );
  const accounts = (confirmers.data ?? []).filter(({ has_account: hasAccount }) => hasAccount);
  const named = (site?: string) => confirmersFor(accounts, values.category ?? 'theory', today(), site);
  const people = [...new Set(['', ...here.map(({ name }) => name)].flatMap(named))];
  const known = people.some((person) => person.id === values.confirmer_id);
  const begun = training?.started_on ?? null;
  const isEarlier = begun !== null && Boolean(values.done_on) && (values.done_on ?? '') < begun;
  const save = useAction({
    mutationFn: async ({ given, submit }: { given: CertificateForm; submit: boolean }) => {
      const saved = await saveLogbookEntry(client, certificateToSave(id, revision.current, given));
      revision.current = saved.revision;
      if (submit) await submitLogbookEntries(client, [id]);
      return submit;
    },
    onSuccess: (submitted) => {
      publish();
      notify({ kind: 'success', title: submitted ? 'Zertifikat eingereicht' : 'Zertifikat gespeichert' });
      onClose();
    },
    onError: (failure) => {
      // It may be saved although it was not submitted.
      publish();
      const field = certificateFormSchema.keyof().safeParse(failure instanceof DataError ? failure.field : undefined);
      if (field.success) form.setError(field.data, { message: failure.message }, { shouldFocus: true });
      else notify({ kind: 'error', title: 'Nicht gespeichert oder eingereicht', description: reasonOf(failure) });
    },
  });
  const send = (submit: boolean) =>
    form.handleSubmit((given) => {
      if (submit && given.confirmer_id === '') {
        form.setError('confirmer_id', { message: 'Bitte wählen Sie, wer bestätigt.' }, { shouldFocus: true });
      } else save.mutate({ given, submit });
    });
  return (
    <Card level={2} title={entry === null ? 'Neues Zertifikat' : 'Zertifikat bearbeiten'}>
      <Form aria-label="Zertifikat" onSubmit={send(true)}>
        <Stack gap={1}>
          <FileUpload
            label={fileName === undefined ? 'Datei hochladen' : 'Andere Datei hochladen'}
            accept=".pdf,.jpg,.jpeg,.png"
            limits="PDF, JPEG oder PNG, höchstens 10 MB"
            error={error('file_id')}
            upload={async (file, progress) => {
              // Until it is there, the form cannot be sent with the earlier file.
              const before = form.getValues('file_id');
              form.setValue('file_id', '');
              try {
                return await uploadCertificateFile(client, file, progress);
              } catch (failure) {
                form.setValue('file_id', before);
                throw failure;
              }
            }}
            onUploaded={(uploaded) => {
              setFileName(uploaded.file_name);
              form.setValue('file_id', uploaded.id, { shouldValidate: true });
            }}
          />
          <Text variant="small" role="status" sx={{ overflowWrap: 'anywhere' }}>
            {fileName === undefined ? '' : `Hochgeladen: ${fileName}`}
          </Text>
        </Stack>
        <FormRow>
          <TextField
            label="Titel des Kurses"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by a button, which may be far below
            autoFocus
            error={error('note')}
            {...register('note')}
          />
          <TextField label="Ausgestellt von" error={error('issuer')} {...register('issuer')} />
        </FormRow>
        <FormRow>
          <DateField
            label="Erster Tag"
            optional
            min={FIRST_ENTRY_DAY}
            max={today()}
            error={error('started_on')}
            {...register('started_on')}
          />
          <DateField
            label="Letzter Tag"
            min={FIRST_ENTRY_DAY}
            max={today()}
            hint={
              isEarlier
                ? `Vor Beginn Ihrer Weiterbildung am ${formatDate(begun)}. Wer bestätigt, sieht das auch.`
                : undefined
            }
            error={error('done_on')}
            {...register('done_on')}
          />
          <NumberField
            label="Umfang in UE"
            least={entry?.corrects ? UNITS.min : 1}
            most={UNITS.max}
            hint="1 UE sind 45 Minuten."
            error={error('minutes')}
            {...register('minutes')}
          />
        </FormRow>
        <FormRow>
          <Select
            label="Zählt für"
            options={HOUR_CATEGORIES.map((value) => ({ value, label: HOUR_CATEGORY_LABELS[value] }))}
            error={error('category')}
            {...register('category')}
          />
          <Select
            label="Kompetenz"
            optional
            placeholder="Keine Angabe"
            options={COMPETENCIES.map((value) => ({ value, label: COMPETENCY_LABELS[value] }))}
            error={error('competency')}
            {...register('competency')}
          />
          <Select
            label="Wer bestätigt"
            placeholder="Später angeben"
            options={[
              ...people.map((person) => ({ value: person.id, label: `${person.name} (${person.institution})` })),
              ...(values.confirmer_id && !known
                ? [{ value: values.confirmer_id, label: 'Frühere Angabe, hier nicht möglich' }]
                : []),
            ]}
            hint={
              named().length > people.length
                ? 'Manche Personen bestätigen nur für ihre Stätte: Dafür muss sie heute unter „Stätten“ stehen.'
                : confirmers.data !== undefined && people.length === 0
                  ? 'Für diese Kategorie hat Ihre Weiterbildungsstätte heute niemanden mit Konto benannt. Über einen Link lässt sich keine Datei ansehen.'
                  : undefined
            }
            error={error('confirmer_id')}
            {...register('confirmer_id')}
          />
        </FormRow>
        <FormActions>
          <Button type="submit" variant="primary" icon="check" loading={save.isPending}>
            Einreichen
          </Button>
          <Button loading={save.isPending} onClick={() => void send(false)()}>
            Als Entwurf speichern
          </Button>
          <Button onClick={onClose}>Abbrechen</Button>
        </FormActions>
      </Form>
    </Card>
  );
}
