export {
  CHROMIUM_FLAGS,
  findChromium,
  findHeadlessShell,
  findTestChromium,
} from '../../libs/testing/src/smoke/chromium.mjs';
