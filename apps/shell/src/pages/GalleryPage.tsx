/** Every shared component in every state; only available and fetched on a developer's machine. */
export { Gallery as default } from '@nemus/ui/gallery';
