/** Address and hash of the files of each page, by role and path. */
export type StartFiles = Readonly<Record<string, Readonly<Record<string, readonly (readonly [string, string])[]>>>>;
