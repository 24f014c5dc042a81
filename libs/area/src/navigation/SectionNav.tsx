import { Box } from '@nemus/ui';
import { NavLink } from 'react-router-dom';

/** A part of an area with its own address. */
export interface AreaSection {
  readonly path: string;
  readonly label: string;
}

/**
 * The parts of an area as one row of links, which scrolls on a narrow screen. The first is the area's start page: it is
 * only active at its own address. @param label the area's name, for screen readers
 */
export function SectionNav({ label: name, sections }: { label: string; sections: readonly AreaSection[] }) {
  return (
    <Box component="nav" aria-label={name}>
      <Box
        component="ul"
        sx={{
          display: 'flex',
          gap: 0.5,
          overflowX: 'auto',
          scrollbarWidth: 'thin',
          whiteSpace: 'nowrap',
          listStyle: 'none',
          margin: 0,
          padding: 0,
          borderBottom: '1px solid',
          borderColor: 'divider',
          '& a': {
            display: 'flex',
            alignItems: 'center',
            minHeight: 44,
            paddingInline: 1.5,
            borderBottom: '2px solid transparent',
            color: 'text.secondary',
            fontSize: '0.9375rem',
            fontWeight: 560,
            textDecoration: 'none',
            '&:hover': { color: 'text.primary' },
            // Inside: the scrolled row would cut a ring around it.
            '&:focus-visible': { outlineOffset: -3 },
            '&[aria-current="page"]': {
              color: 'primary.main',
              borderBottomColor: 'primary.main',
            },
            // Forced colours draw transparent borders too.
            '@media (forced-colors: active)': {
              borderBottomColor: 'Canvas',
              '&[aria-current="page"]': { borderBottomColor: 'Highlight' },
            },
          },
        }}
      >
        {sections.map(({ path, label }, place) => (
          <li key={path}>
            <NavLink to={path} end={place === 0} ref={show}>
              {label}
            </NavLink>
          </li>
        ))}
      </Box>
    </Box>
  );
}

/** Scrolls the row to the current link; the page keeps its place. */
function show(link: HTMLAnchorElement | null) {
  const row = link?.closest('ul');
  if (!link || !row || link.getAttribute('aria-current') !== 'page') return;
  row.scrollLeft = link.offsetLeft - row.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
}
