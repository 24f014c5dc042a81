import { defaultShell } from '../../src/builds/default-federation';

export default defaultShell();
