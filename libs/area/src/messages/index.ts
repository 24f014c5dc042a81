/** One message to several people, written by a person. */
export { MessageDialog } from './MessageDialog';
