import { Box, ButtonLink, Logo, offPaper, Row } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { useSessionState } from '../portal/portal-context';
import { PATHS } from '../routing/paths';
import { HomeLink } from './HomeLink';
import { ColorSchemeMenu } from './ColorSchemeMenu';

/** Header of pages without the sidebar, with a link to the portal. */
export function PublicHeader() {
  const { status, profileStatus } = useSessionState();
  return (
    <Box component="header" sx={{ borderBottom: '1px solid', borderColor: 'divider', ...offPaper }}>
      <Row justify="between" wrap={false} sx={{ minHeight: 60, paddingInline: { xs: 2, sm: 3, lg: 5 } }}>
        <HomeLink to={PATHS.start} label="Nemus, zur Startseite">
          <Logo size={28} />
        </HomeLink>
        <Row gap={1} wrap={false}>
          <ColorSchemeMenu placement="below" />
          {status === 'loading' || profileStatus === 'blocked' ? null : (
            <ButtonLink component={Link} to={PATHS.start} size="small">
              {status === 'signed-in' ? 'Zum Portal' : 'Anmelden'}
            </ButtonLink>
          )}
        </Row>
      </Row>
    </Box>
  );
}
