import { room } from '../suite-config';

/** What requires all areas together. */
export default room(import.meta.dirname, { fixtures: true });
