import { room } from '../suite-config';

/** The portal in engines that Playwright cannot drive: its runner starts the portal, and reports. */
export default room(import.meta.dirname);
