export { CHROMIUM_FLAGS, findChromium } from '../../libs/testing/src/smoke/chromium.mjs';
