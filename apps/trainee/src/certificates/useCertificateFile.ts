import { usePorts, useSession } from '@nemus/contract/react';
import type { Appointment, Certificate } from '@nemus/data';
import { fileNameOf, saveFile, useAction } from '@nemus/area';
import { attendanceCertificate, certificateContent } from './certificate-content';
import type { CertificateContent } from './certificate-pdf';

/** Saves the certificate of attendance of an appointment as a PDF. */
export function useAttendanceCertificate() {
  return usePdf<Appointment>(attendanceCertificate, 'Teilnahmebescheinigung nicht erstellt');
}

/** Saves a certificate of the profile as a PDF. */
export function useCertificateFile() {
  return usePdf<Certificate>(certificateContent, 'Zertifikat nicht erstellt');
}

/** The writer of PDF files is large; it is fetched when it is first needed. */
function usePdf<T extends { readonly id: string }>(
  contentOf: (subject: T, holder: string) => CertificateContent,
  failure: string,
) {
  const { notify } = usePorts();
  const { profile, email } = useSession();
  const holder = `${profile?.firstName ?? ''} ${profile?.lastName ?? ''}`.trim() || email;
  return useAction({
    sameBy: ({ id }) => id,
    mutationFn: async (subject: T) => {
      const content = contentOf(subject, holder);
      const { createCertificatePdf } = await import('./certificate-pdf');
      // A copy in a buffer of its own: what pdf-lib returns may be a view of a larger one.
      const bytes = new Uint8Array(await createCertificatePdf(content));
      saveFile(`${fileNameOf(`${content.heading} ${content.title}`)}.pdf`, 'application/pdf', bytes);
    },
    onError: () =>
      notify({
        kind: 'error',
        title: failure,
        description: 'Bitte laden Sie die Seite neu und versuchen Sie es noch einmal.',
      }),
  });
}
