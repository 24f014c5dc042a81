import { Banner, Box, Button, formatTime, offPaper } from '@nemus/ui';
import { usePortal } from '../../portal/portal-context';
import type { OverrideState } from '@nemus/host/overrides/override-keeper';
import { OVERRIDE_TEXTS } from './override-texts';

/** Says on every page that an area does not come from its release. Stays visible, and ends it with one click. */
export default function OverrideBanner({ state, hasTopBar }: { state: OverrideState; hasTopBar: boolean }) {
  // On phones the top bar stays visible as well.
  const below = hasTopBar ? 56 : 0;
  return (
    <Box sx={{ position: 'sticky', insetBlockStart: { xs: below, md: 0 }, zIndex: 3, ...offPaper }}>
      <Content state={state} />
    </Box>
  );
}

function Content({ state }: { state: OverrideState }) {
  const { overrides } = usePortal();
  switch (state.status) {
    case 'none':
    case 'checking':
      return null;
    case 'active':
      return (
        <Banner tone="warning" actions={<Reset>Umleitung beenden</Reset>}>
          <strong>{state.override.remote}</strong> kommt bis {formatTime(state.override.until)} Uhr von{' '}
          <Address>{state.override.url}</Address>, nicht aus der Freigabe.
        </Banner>
      );
    case 'expired':
      return (
        <Banner tone="info" actions={<Reset>Freigabe laden</Reset>}>
          Die Umleitung von <strong>{state.override.remote}</strong> ist abgelaufen. Beim nächsten Öffnen kommt der
          Bereich wieder aus seiner Freigabe.
        </Banner>
      );
    case 'refused':
      return (
        <Banner
          tone="warning"
          actions={
            <>
              {state.refusal === 'unreachable' ? (
                <Button size="small" onClick={() => void overrides.recheck()}>
                  Erneut prüfen
                </Button>
              ) : null}
              <Reset>Verwerfen</Reset>
            </>
          }
        >
          Die Umleitung in diesem Browser gilt nicht. {OVERRIDE_TEXTS[state.refusal]}
        </Banner>
      );
  }
}

function Reset({ children }: { children: string }) {
  const { overrides } = usePortal();
  return (
    <Button size="small" onClick={() => overrides.reset()}>
      {children}
    </Button>
  );
}

/** Breaks anywhere: an address has no spaces. */
function Address({ children }: { children: string }) {
  return (
    <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
      {children}
    </Box>
  );
}
