/**
 * Starts the portal without React: session, registry and the releases of the first screen are read while the renderer
 * is still loading. The page requests both at once, these files first.
 */
import '@nemus/ui/fonts.css';
import { prepareNamedFiles, withEarlyAnswers } from '@nemus/start';
import { createScriptPolicy } from '@nemus/loader/script-policy';
import { loadConfig, type PortalConfig } from '@nemus/host/config/config';
import type { StoredReads } from '@nemus/host/device/device-copy';
import type { Portal } from './portal/portal';
import { createPortal } from './setup/create-portal';
import { prepareFirstScreen } from './setup/first-screen';
import { findPageForm } from './first-form/page-form';
import { untilReplaceable } from './first-form/until-replaceable';
import { loadAuth } from './pages/auth/load-auth';
import { loadView } from './load-view';
import { loadDevice, runPlatformEarly } from './platform/load-platform';

// Before any chunk: the policy checks each address.
const scripts = createScriptPolicy();
const container = document.getElementById('portal');
if (!container) throw new Error('The page has no element with the id "portal".');

// A form in the page works before anything is rendered: then the renderer is requested.
const form = findPageForm(document);
const drawing = form ? null : loadView();
runPlatformEarly();
const portal: Portal | { readonly failure: unknown } = await loadConfig(withEarlyAnswers())
  .then(startPortal)
  .catch((failure: unknown) =>
    loadDevice()
      .then(({ startFromDevice }) => startFromDevice(failure, startPortal))
      .catch(() => ({ failure })),
  );
const firstScreenKnown = 'failure' in portal ? Promise.resolve() : prepareFirstScreen(portal);
if (form && !('failure' in portal)) form.answerBy(portal.session);
const { drawPortal, drawFailure, followWorkerSwitch } = await (drawing ?? loadViewLate());
if ('failure' in portal) {
  void drawFailure(container, portal.failure);
  // A configuration error is explained on the page; other errors must also reach the console.
  reportError(portal.failure);
} else {
  await firstScreenKnown;
  if (form) await untilReplaceable(form, portal.drawnSession);
  drawPortal(container, portal, form);
  void followWorkerSwitch(portal.config, portal.session);
}

/** From here on, code of areas may load as well. */
function startPortal(config: PortalConfig, stored?: StoredReads): Portal {
  scripts.allow(`${config.storeUrl}releases/`);
  for (const origin of config.overrideOrigins) scripts.allow(`${origin}/`);
  return createPortal(config, stored);
}

/** After the form, which works by now, and with the hashes listed in the page. */
async function loadViewLate() {
  // In a separate task: the form's own requests are sent first.
  await new Promise((resolve) => setTimeout(resolve));
  prepareNamedFiles('view');
  prepareNamedFiles('sign-in');
  const [view] = await Promise.all([loadView(), loadAuth()]);
  // The form is replaced by the whole page in one task.
  await view.prepareAuth();
  return view;
}
