import { SectionPage } from '@nemus/area';
import type { PageProps } from '@nemus/ui';
import { SECTIONS } from './sections';

/** Frame of every page of the area: the navigation between its sections above the page's title. */
export function AccountPage(page: PageProps) {
  return <SectionPage {...page} area="Konto" sections={SECTIONS} />;
}
