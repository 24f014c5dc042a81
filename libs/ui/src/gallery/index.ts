/** Every shared component in every state, for development. An entry of its own: it never ships in the shell's bundle. */
export { Gallery } from './Gallery';
