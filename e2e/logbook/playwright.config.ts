import { room } from '../suite-config';

/** Without samples: what a week shows was written in it. */
export default room(import.meta.dirname, { sampleData: false });
