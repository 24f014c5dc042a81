import { zodResolver } from '@hookform/resolvers/zod';
import { readCode } from '@nemus/data';
import { Button, Form, FormActions, Surface, TextField } from '@nemus/ui';
import { useForm } from 'react-hook-form';
import { z } from 'zod';

const codeSchema = z.object({
  code: z
    .string()
    .transform((text) => readCode(text, 6))
    .pipe(z.string().regex(/^[0-9A-Z]{6}$/, 'Der Code hat sechs Zeichen, Buchstaben und Ziffern.')),
});

/** Asks for the six characters shown in the room. */
export function AttendanceCodeForm({
  wrong,
  busy,
  onEnter,
}: {
  /** Why the last code was not taken. */
  wrong: string | undefined;
  busy: boolean;
  onEnter: (code: string) => void;
}) {
  const form = useForm({ resolver: zodResolver(codeSchema), defaultValues: { code: '' } });
  return (
    <Surface padding="large">
      <Form onSubmit={form.handleSubmit(({ code }) => onEnter(code))}>
        <TextField
          label="Code"
          hint="Er wechselt jede Minute. Groß- und Kleinschreibung sind gleich."
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          error={form.formState.errors.code?.message ?? wrong}
          {...form.register('code')}
        />
        <FormActions>
          <Button type="submit" variant="primary" icon="check" loading={busy}>
            Anwesenheit eintragen
          </Button>
        </FormActions>
      </Form>
    </Surface>
  );
}
