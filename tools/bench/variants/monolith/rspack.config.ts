import { ordinaryMonolith } from '../../src/builds/program';

export default ordinaryMonolith();
