import { room } from '../suite-config';

/** What only all areas together show. */
export default room(import.meta.dirname, { fixtures: true });
