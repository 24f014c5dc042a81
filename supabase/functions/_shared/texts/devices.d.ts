/** What somebody signed in with, in words: `Chrome unter Windows`, or as much of it as is known. */
export declare function deviceName(browser: string, system: string): string;
