import type { ReactNode } from 'react';
import { AuthCard, Box, Button, ButtonLink, Form, Logo, TextField, VisuallyHidden } from '@nemus/ui';
import { StillPasswordField, TabLinks, tokensOf } from '@nemus/ui/still';
import { createPath, Router, type Navigator } from 'react-router-dom';
import { FORM_ID } from '../first-form/intercept-submit';
import { EMAIL, PASSWORD, SIGN_IN, VIEWS } from '../first-form/sign-in-texts';
import { LegalLinks } from '../frame/LegalLinks';
import { authViewSearch, type AuthView } from '../routing/auth-view';
import { PATHS } from '../routing/paths';

const addressOf = (view: AuthView) => PATHS.auth + authViewSearch(view);

/** While the page shows one of these pictures (`drawFirst` of the script in the head). */
const during = (...pictures: readonly string[]) =>
  pictures.map((picture) => `html[data-start="${picture}"] &`).join(', ');
/** A collapsed sidebar. */
const NARROW = 'html[data-sidebar="narrow"] &';

/** A bar where something will be. */
const barStyles = (theme: Parameters<typeof tokensOf>[0]) => ({
  borderRadius: `${tokensOf(theme).radius.control}px`,
  background: tokensOf(theme).color.track,
});

const NOTHING = () => undefined;
/** Links have addresses, and nothing follows them by script. */
const STILL: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
  go: NOTHING,
  push: NOTHING,
  replace: NOTHING,
};

/** What the page shows until the shell draws it: the frame, or the sign-in. */
export function FirstPage() {
  return (
    <Router location={PATHS.auth} navigator={STILL}>
      <Frame />
      <Box component="main" sx={{ display: 'none', [during('sign-in', 'card')]: { display: 'block' } }}>
        <SignIn />
      </Box>
    </Router>
  );
}

/** The sign-in itself (docs/decisions/0020), or its card with bars while nothing is known of the card's content. */
function SignIn() {
  return (
    <AuthCard title={SIGN_IN.title} intro={<Intro>{SIGN_IN.intro}</Intro>} footer={<LegalLinks />}>
      <Box
        sx={(theme) => ({
          [during('card')]: { visibility: 'hidden' },
          [during('card').replaceAll('&', '& :is(form > div > div:last-child, button)::before')]: {
            content: '""',
            position: 'absolute',
            inset: 0,
            ...barStyles(theme),
            visibility: 'visible',
          },
          '& [data-sent] button': { opacity: 0.7, cursor: 'progress' },
        })}
      >
        <TabLinks label={SIGN_IN.views} items={VIEWS.map(({ value, label }) => ({ href: addressOf(value), label }))}>
          {/* The fields have no names: a password is not even part of a submission. */}
          <Form id={FORM_ID} method="post">
            <TextField id="first-email" {...EMAIL} />
            <StillPasswordField id="first-password" {...PASSWORD} />
            <Button type="submit" variant="primary" size="large" fullWidth>
              {SIGN_IN.submit}
            </Button>
            <ButtonLink variant="quiet" href={addressOf('reset')}>
              {SIGN_IN.forgotten}
            </ButtonLink>
            <VisuallyHidden as="div">
              <p role="status" />
            </VisuallyHidden>
          </Form>
        </TabLinks>
      </Box>
    </AuthCard>
  );
}

/** As high as in the portal's typeface, which is narrower than most. */
function Intro({ children }: { children: ReactNode }) {
  return (
    <Box component="span" sx={{ display: 'block', height: '3rem', '@media (min-width: 480px)': { height: '1.5rem' } }}>
      {children}
    </Box>
  );
}

/** The portal's frame around a page of which nothing is known yet. */
function Frame() {
  return (
    <Box
      aria-hidden
      sx={(theme) => ({
        display: 'none',
        position: 'absolute',
        inset: 0,
        overflow: 'hidden',
        gridTemplate: { xs: 'auto 1fr / 100%', md: `100% / ${tokensOf(theme).sidebar.wide} 1fr` },
        [during('frame')]: { display: 'grid' },
        [NARROW]: { gridTemplateColumns: { md: `${tokensOf(theme).sidebar.icon} 1fr` } },
        '& i': { display: 'block', ...barStyles(theme) },
      })}
    >
      <Box
        sx={(theme) => ({
          padding: { xs: '8px 16px', md: '12px 16px' },
          background: tokensOf(theme).color.sidebar,
          border: `0 solid ${tokensOf(theme).color.border}`,
          borderWidth: { xs: '0 0 1px', md: '0 1px 0 0' },
          [NARROW]: { paddingInline: { md: '8px' } },
          '& i': { height: 16, margin: '24px 8px' },
        })}
      >
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            justifyContent: { xs: 'center', md: 'start' },
            height: 39,
            [NARROW.replace('&', '& span > span')]: { display: { md: 'none' } },
          }}
        >
          <Logo size={30} />
        </Box>
        <Box sx={{ display: { xs: 'none', md: 'block' } }}>
          <i />
          <i />
          <i />
          <i />
        </Box>
      </Box>
      <Box
        sx={{
          display: 'grid',
          alignContent: 'start',
          gap: 2,
          padding: '40px 24px',
          '& i': { width: 'min(18rem, 60%)', height: 32 },
          '& i + i': { width: 'min(28rem, 90%)', height: 16 },
        }}
      >
        <i />
        <i />
      </Box>
    </Box>
  );
}
