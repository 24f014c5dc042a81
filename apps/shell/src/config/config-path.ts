/** Where the configuration of the environment is served, on the shell's own origin. */
export const CONFIG_PATH = '/config.json';
