import { SectionNav } from '@nemus/area';
import { Page, type PageProps } from '@nemus/ui';
import { SECTIONS } from './sections';

/** Frame of every page of the area: the navigation between its sections above the page's title. */
export function AccountPage(page: PageProps) {
  return <Page {...page} sections={<SectionNav label="Konto" sections={SECTIONS} />} />;
}
