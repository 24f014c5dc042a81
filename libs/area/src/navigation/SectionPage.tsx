import { Page, ScreenOnly, Stack, type PageProps } from '@nemus/ui';
import { SectionNav, type AreaSection } from './SectionNav';

/** Widths of the content: of `Page`, without its padding. */
const WIDTH = { narrow: '40rem', default: '68rem', wide: 'none' } as const;

/**
 * Page of an area with several parts. Their navigation is above the title, at the same place and as wide on every page,
 * and not on paper; the content below starts at its edge.
 */
export function SectionPage({
  area,
  sections,
  above,
  width = 'default',
  children,
  ...page
}: PageProps & {
  /** Name of the area, for screen readers. */
  area: string;
  sections: readonly AreaSection[];
}) {
  return (
    <Page
      {...page}
      width="wide"
      above={
        <ScreenOnly>
          <Stack gap={2}>
            <SectionNav label={area} sections={sections} />
            {above}
          </Stack>
        </ScreenOnly>
      }
    >
      <Stack gap={4} sx={{ maxWidth: WIDTH[width], '@media print': { maxWidth: 'none' } }}>
        {children}
      </Stack>
    </Page>
  );
}
