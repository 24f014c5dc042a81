/**
 * Version of the contract between the shell and the remotes, by semver: patch = wording, minor = something new that old
 * remotes can ignore, major = something removed or changed. A remote declares the range it was written for; the shell
 * checks the range before it loads any of the remote's code.
 */
export const CONTRACT_VERSION: string = '1.16.0';
