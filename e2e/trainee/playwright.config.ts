import { room } from '../room';

export default room(import.meta.dirname);
