/** What the shell provides to areas, by specifier: its version, and how its exports are loaded. */
export declare const provided: Readonly<
  Record<string, { readonly version: string; readonly load: () => Promise<unknown>; readonly late: boolean }>
>;
