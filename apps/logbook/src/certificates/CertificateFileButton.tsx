import { useEffect, useState } from 'react';
import { fileNameOf, reasonOf, saveFile, useAction, useDataClient } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { fetchCertificateFile, type CertificateFile } from '@nemus/data';
import { Box, Button, Dialog } from '@nemus/ui';
import { FILE_KINDS, fileWords } from './certificate-words';

/** Shows a picture of a certificate, or saves its PDF: read when it is pressed, for those who may read it then. */
export function CertificateFileButton({ file, title }: { file: CertificateFile; title: string }) {
  const client = useDataClient();
  const { notify } = usePorts();
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => (picture === null ? undefined : () => URL.revokeObjectURL(picture)), [picture]);
  const { content_type: type } = file;
  const open = useAction({
    mutationFn: () => fetchCertificateFile(client, file),
    onSuccess: (content) => {
      if (type.startsWith('image/')) setPicture(URL.createObjectURL(new Blob([content], { type })));
      // Named after the title and the checked kind: the name of the upload could end in anything.
      else saveFile(`${fileNameOf(title) || 'zertifikat'}.${FILE_KINDS[type]?.extension ?? 'pdf'}`, type, content);
    },
    onError: (error) => notify({ kind: 'error', title: 'Datei nicht geöffnet', description: reasonOf(error) }),
  });
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon="article"
        aria-label={`Datei ansehen: ${title} (${fileWords(file)})`}
        loading={open.isPending}
        onClick={() => open.mutate()}
      >
        {`Datei ansehen (${fileWords(file)})`}
      </Button>
      {picture !== null && (
        <Dialog
          open
          size="large"
          onClose={() => setPicture(null)}
          title={title}
          actions={<Button onClick={() => setPicture(null)}>Schließen</Button>}
        >
          <Box component="img" src={picture} alt={`Zertifikat: ${title}`} sx={{ display: 'block', maxWidth: '100%' }} />
        </Dialog>
      )}
    </>
  );
}
