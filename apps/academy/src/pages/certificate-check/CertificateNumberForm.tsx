import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Form, FormActions, Surface, TextField } from '@nemus/ui';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { certificatePath } from './certificate-address';

const numberSchema = z.object({
  number: z.string().trim().min(1, 'Bitte geben Sie die Nummer ein.').max(300, 'Eine Nummer hat 16 Zeichen.'),
});

/** Form for another certificate's number; the result has its own address. */
export function CertificateNumberForm({ number }: { number: string }) {
  const navigate = useNavigate();
  const form = useForm({ resolver: zodResolver(numberSchema), defaultValues: { number } });
  return (
    <Surface padding="large">
      <Form onSubmit={form.handleSubmit((values) => void navigate(certificatePath(values.number)))}>
        <TextField
          label="Nummer des Zertifikats"
          hint="Sie steht unten auf dem Papier, zum Beispiel 7K3M-9QXT-2B4C-HW8P."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          error={form.formState.errors.number?.message}
          {...form.register('number')}
        />
        <FormActions>
          <Button type="submit" variant="primary" icon="search">
            Prüfen
          </Button>
        </FormActions>
      </Form>
    </Surface>
  );
}
