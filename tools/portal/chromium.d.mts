export {
  CHROMIUM_FLAGS,
  findChromium,
  findHeadlessShell,
  findTestChromium,
  TEST_FLAGS,
} from '../../libs/testing/src/smoke/chromium.mjs';
