/**
 * Starts the portal without React: session, registry and the releases of the first screen are read while the files that
 * draw are still on their way. The page requests both at once, these here first.
 */
import '@nemus/ui/fonts.css';
import { prepareNamedFiles } from '@nemus/start';
import { createScriptPolicy } from '@nemus/loader/script-policy';
import { loadConfig, type PortalConfig } from './config/config';
import type { Portal } from './portal/portal';
import { createPortal } from './setup/create-portal';
import { firstScreen, NO_SCREEN } from './setup/first-screen';
import { followWorkerSwitch } from './setup/follow-worker-switch';
import { findPageForm } from './first-form/page-form';
import { untilReplaceable } from './first-form/until-replaceable';
import { loadView } from './load-view';
import { runPlatformEarly } from './platform/load-platform';

// Before any chunk: each is loaded by an address that the policy looks at.
const scripts = createScriptPolicy();
const container = document.getElementById('portal');
if (!container) throw new Error('The page has no element with the id "portal".');

// A form in the page works before anything is drawn: what draws is asked for once it does.
const form = findPageForm(document);
const drawing = form ? null : loadView();
runPlatformEarly();
const portal: Portal | { readonly failure: unknown } = await loadConfig()
  .then(startPortal)
  .catch((failure: unknown) => ({ failure }));
const screen = 'failure' in portal ? NO_SCREEN : firstScreen(portal);
if (form && !('failure' in portal)) form.answerBy(portal.session);
const { drawPortal, drawFailure } = await (drawing ?? loadViewLate());
if ('failure' in portal) {
  drawFailure(container, portal.failure);
  // A wrong configuration is explained on the page; anything else must also reach whoever looks for it.
  reportError(portal.failure);
} else {
  await screen.knownOrTimeout();
  if (form) await untilReplaceable(form, portal.drawnSession);
  await drawPortal(container, portal, { form, screen });
  void followWorkerSwitch(portal.config, portal.session);
}

/** From here on, code of the areas may come as well. */
function startPortal(config: PortalConfig): Portal {
  scripts.allow(`${config.storeUrl}releases/`);
  for (const origin of config.overrideOrigins) scripts.allow(`${origin}/`);
  return createPortal(config);
}

/** Behind the form, which works by now, and with the hashes that the page names. */
async function loadViewLate() {
  // In a task of its own: whatever the form was sent for is asked first.
  await new Promise((resolve) => setTimeout(resolve));
  prepareNamedFiles('view');
  return loadView();
}
