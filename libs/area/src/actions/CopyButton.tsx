import { usePorts } from '@nemus/contract/react';
import { Button } from '@nemus/ui';

/** Copies a text to the clipboard, and reports the result. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const { notify } = usePorts();
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => notify({ kind: 'success', title: 'Kopiert' }),
      () => notify({ kind: 'error', title: 'Nicht kopiert', description: 'Ihr Browser lässt das Kopieren nicht zu.' }),
    );
  };
  return (
    <Button size="small" onClick={copy}>
      {label}
    </Button>
  );
}
