import { useEffect, useRef, type ComponentPropsWithoutRef, type ReactNode, type Ref } from 'react';
import { styled } from '@mui/material/styles';
import { Link } from '../actions/Link';
import { Alert } from '../feedback/Alert';
import { Row, Stack } from '../layout/primitives';

const Frame = styled('form')({ display: 'flex', flexDirection: 'column', gap: 20, minWidth: 0 });

/** A form with our own validation: the browser's bubbles are off. Evenly spaced fields. */
export function Form({ ref, ...rest }: ComponentPropsWithoutRef<'form'> & { ref?: Ref<HTMLFormElement> }) {
  return <Frame noValidate {...rest} ref={ref} />;
}

/** Fields that belong together side by side; below each other on narrow screens. */
export const FormRow = styled('div')({
  display: 'grid',
  gap: 16,
  alignItems: 'start',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(13rem, 100%), 1fr))',
});

/** Buttons at the end of a form, the main one first. */
export function FormActions({ children }: { children: ReactNode }) {
  return (
    <Row gap={1} sx={{ paddingBlockStart: 0.5 }}>
      {children}
    </Row>
  );
}

export interface FormErrorEntry {
  readonly message: string;
  /** Id of the field; makes the entry a link that moves the focus there. */
  readonly fieldId?: string;
}

/**
 * Summary of validation errors, above the fields. Takes the focus when it appears, so that users notice it; renders
 * nothing without errors.
 */
export function FormError({
  title = 'Bitte prüfen Sie Ihre Angaben',
  errors,
}: {
  title?: string;
  errors: readonly (string | FormErrorEntry)[];
}) {
  const ref = useRef<HTMLDivElement>(null);
  const shown = errors.length > 0;
  useEffect(() => {
    if (shown) ref.current?.focus();
  }, [shown]);
  if (!shown) return null;
  const entries = errors.map((error): FormErrorEntry => (typeof error === 'string' ? { message: error } : error));
  return (
    <div ref={ref} tabIndex={-1}>
      <Alert tone="error" title={title}>
        <Stack as="ul" gap={0.25} sx={{ paddingInlineStart: 2 }}>
          {entries.map(({ message, fieldId }) => (
            <li key={`${fieldId ?? ''}${message}`}>
              {fieldId === undefined ? (
                message
              ) : (
                <Link
                  href={`#${fieldId}`}
                  onClick={(event) => {
                    event.preventDefault();
                    document.getElementById(fieldId)?.focus();
                  }}
                >
                  {message}
                </Link>
              )}
            </li>
          ))}
        </Stack>
      </Alert>
    </div>
  );
}
