/** Every shared component in every state, for development. A separate entry: never part of the shell's bundle. */
export { Gallery } from './Gallery';
