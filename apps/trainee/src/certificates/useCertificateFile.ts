import { useQueryClient } from '@tanstack/react-query';
import { usePorts, useSession } from '@nemus/contract/react';
import { certificatesQuery, DataError, type Appointment, type Certificate } from '@nemus/data';
import { fileNameOf, reasonOf, saveFile, useAction, useDataClient } from '@nemus/area';
import { certificateContent } from './certificate-content';

/** Saves the certificate of attendance of an appointment as a PDF. */
export function useAttendanceCertificate() {
  const cache = useQueryClient();
  const { userId } = useSession();
  const certificates = certificatesQuery(useDataClient(), userId);
  return usePdf(async (appointment: Appointment) => {
    const issued = await cache.fetchQuery({ ...certificates, staleTime: 0 });
    const found = issued.find(
      ({ appointment_id: attended, revoked_at: revokedAt }) => attended === appointment.id && revokedAt === null,
    );
    if (!found) throw new Error('No certificate was issued for this appointment.');
    return found;
  }, 'Teilnahmebescheinigung nicht erstellt');
}

/** Saves a certificate of the profile as a PDF. */
export function useCertificateFile() {
  return usePdf((certificate: Certificate) => Promise.resolve(certificate), 'Zertifikat nicht erstellt');
}

/** The writer of PDF files is large; it is fetched when it is first needed. */
function usePdf<T extends { readonly id: string }>(
  certificateOf: (subject: T) => Promise<Certificate>,
  failure: string,
) {
  const { notify } = usePorts();
  return useAction({
    sameBy: ({ id }: T) => id,
    mutationFn: async (subject: T) => {
      const content = certificateContent(await certificateOf(subject), window.location.origin);
      const { createCertificatePdf } = await import('./certificate-pdf');
      // A copy in its own buffer: pdf-lib may return a view of a larger one.
      const bytes = new Uint8Array(await createCertificatePdf(content));
      saveFile(`${fileNameOf(`${content.heading} ${content.title}`)}.pdf`, 'application/pdf', bytes);
    },
    onError: (error) =>
      notify({
        kind: 'error',
        title: failure,
        description:
          error instanceof DataError
            ? reasonOf(error)
            : 'Bitte laden Sie die Seite neu und versuchen Sie es noch einmal.',
      }),
  });
}
