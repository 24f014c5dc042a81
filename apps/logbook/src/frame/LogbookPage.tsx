import { SectionNav } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import { Page, Stack, type PageProps } from '@nemus/ui';
import { SECTIONS } from './sections';

/** Frame of every page of the area: the navigation between the sections of the account type above the page's title. */
export function LogbookPage({ above, ...page }: PageProps) {
  const type = useSession().profile?.userType ?? 'piw';
  return (
    <Page
      {...page}
      above={
        <Stack gap={2}>
          <SectionNav label="Logbuch" sections={SECTIONS[type]} />
          {above}
        </Stack>
      }
    />
  );
}
