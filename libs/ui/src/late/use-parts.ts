import { lateModule } from './late-module';
import { loadParts } from './load-parts';

const parts = lateModule(loadParts);

/** Requests the late components, once. Never rejects: what needs them requests them again. */
export const prepareParts = () => parts.prepare();

/** The late components, or null until their file has loaded. @param isNeeded requests it */
export const useParts = (isNeeded = true) => parts.use(isNeeded);
