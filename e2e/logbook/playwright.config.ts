import { room } from '../suite-config';

/** Without samples: a week only shows what was entered in it. */
export default room(import.meta.dirname, { sampleData: false });
