import { SectionNav } from '@nemus/area';
import { Page, Stack, type PageProps } from '@nemus/ui';
import { SECTIONS } from './sections';

/** Frame of every page of the area: the navigation between its sections above the page's title. */
export function AccountPage({ above, ...page }: PageProps) {
  return (
    <Page
      {...page}
      above={
        <Stack gap={2}>
          <SectionNav label="Konto" sections={SECTIONS} />
          {above}
        </Stack>
      }
    />
  );
}
