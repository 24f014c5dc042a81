import { room } from '../room';

/** What only all areas together show. */
export default room(import.meta.dirname, { fixtures: true });
