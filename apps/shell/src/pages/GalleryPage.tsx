/** Every shared component in every state; on a developer's machine alone, and only fetched there. */
export { Gallery as default } from '@nemus/ui/gallery';
