/** Where a Chromium can be found on this machine, and how it is started: as teams outside have it. */
export {
  CHROMIUM_FLAGS,
  findChromium,
  findHeadlessShell,
  findTestChromium,
  TEST_FLAGS,
} from '../../libs/testing/src/smoke/chromium.mjs';
