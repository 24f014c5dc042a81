/** What a build without a registry and without `/config.json` has built in; written before the variants are built. */
declare module 'nemus-bench-facts' {
  const facts: { readonly config: unknown; readonly registry: unknown };
  export default facts;
}
