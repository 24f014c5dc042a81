import { SectionPage } from '@nemus/area';
import { useSession } from '@nemus/contract/react';
import type { PageProps } from '@nemus/ui';
import { opens, SECTIONS, type AcademySection } from './sections';

const START = { path: '/academy', label: 'Übersicht' };

/**
 * Frame of every page of the area: the navigation between its sections above the page's title. Whom a section is for is
 * decided before, by the guard; where a right ends while the page is open, the database refuses in a sentence.
 */
export function AcademyPage(page: PageProps) {
  const rights = useSession().profile?.rights ?? [];
  const open = Object.values<AcademySection>(SECTIONS).filter((section) => opens(section, rights));
  return <SectionPage {...page} area="Akademie" sections={[START, ...open]} />;
}
