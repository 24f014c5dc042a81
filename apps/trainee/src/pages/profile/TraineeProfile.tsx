import { useQuery } from '@tanstack/react-query';
import { SampleNotice, useDataClient } from '@nemus/area';
import { useOnlyConfirms } from '@nemus/area/roles';
import type { Profile } from '@nemus/contract';
import { certificatesQuery, trainingProgressQuery } from '@nemus/data';
import { Avatar, Box, Row, Stack, Text } from '@nemus/ui';
import { AccountDataPart } from './account-data/AccountDataPart';
import { CertificateList } from './CertificateList';
import { InstitutionLinks } from './InstitutionLinks';
import { PurchasesPart } from './PurchasesPart';
import { PersonalDataPart } from './PersonalDataPart';
import { TrainingInfoPart } from './TrainingInfoPart';
import { TrainingProgressPart } from './TrainingProgressPart';

/** Personal data, training, progress, certificates and linked institutions of a trainee. */
export function TraineeProfile({ profile }: { profile: Profile }) {
  const client = useDataClient();
  const onlyConfirms = useOnlyConfirms();
  const training = useQuery(trainingProgressQuery(client, profile.userId)).data;
  const certificates = useQuery(certificatesQuery(client, profile.userId)).data;
  const hasSamples =
    training?.some(({ sample_units }) => sample_units > 0) === true ||
    certificates?.some(({ is_sample }) => is_sample) === true;
  const name = `${profile.firstName} ${profile.lastName}`.trim() || profile.email;
  return (
    <>
      <Row gap={2} wrap={false}>
        <Avatar name={name} size={64} />
        <Stack gap={0}>
          <Text variant="heading" as="p">
            {name}
          </Text>
          <Text tone="muted">{onlyConfirms ? 'Bestätigt Einträge' : 'Psychotherapeut*in in Weiterbildung'}</Text>
        </Stack>
      </Row>
      <SampleNotice shown={hasSamples} />
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: '1fr', lg: '1fr 1fr' }, alignItems: 'start' }}>
        <Stack gap={3}>
          <PersonalDataPart profile={profile} />
          <TrainingInfoPart />
          {!onlyConfirms && <InstitutionLinks />}
          {!onlyConfirms && <PurchasesPart />}
        </Stack>
        <Stack gap={3}>
          {!onlyConfirms && <TrainingProgressPart />}
          {!onlyConfirms && <CertificateList />}
          <AccountDataPart />
        </Stack>
      </Box>
    </>
  );
}
