import { Box } from '@nemus/ui';
import { NavLink } from 'react-router-dom';
import { opens, SECTIONS, type AcademySection } from './sections';

const START = { path: '/academy', label: 'Übersicht' };

/** The sections that the account's rights open, as a row of links that a narrow screen breaks into several. */
export function SectionNav({ rights }: { rights: readonly string[] }) {
  const open = Object.values<AcademySection>(SECTIONS).filter((section) => opens(section, rights));
  return (
    <Box component="nav" aria-label="Akademie">
      <Box
        component="ul"
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: 0.5,
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
            '&[aria-current="page"]': {
              color: 'primary.main',
              borderBottomColor: 'primary.main',
            },
          },
        }}
      >
        {[START, ...open].map(({ path, label }) => (
          <li key={path}>
            <NavLink to={path} end={path === START.path}>
              {label}
            </NavLink>
          </li>
        ))}
      </Box>
    </Box>
  );
}
