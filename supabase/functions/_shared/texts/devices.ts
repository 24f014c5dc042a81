/** Browsers by the code of `private.nemus_browser`. */
const BROWSERS: Readonly<Record<string, string>> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  opera: 'Opera',
  safari: 'Safari',
  samsung: 'Samsung Internet',
  vivaldi: 'Vivaldi',
};

/** Operating systems by the code of `private.nemus_system`. */
const SYSTEMS: Readonly<Record<string, string>> = {
  android: 'Android',
  chromeos: 'ChromeOS',
  ios: 'iOS oder iPadOS',
  linux: 'Linux',
  macos: 'macOS',
  windows: 'Windows',
};

const named = (names: Readonly<Record<string, string>>, code: string) =>
  Object.hasOwn(names, code) ? names[code] : undefined;

/** A browser and its system for display: `Chrome unter Windows`, or the known part of it. */
export function deviceName(browser: string, system: string): string {
  const [program, machine] = [named(BROWSERS, browser), named(SYSTEMS, system)];
  if (program !== undefined) return machine === undefined ? program : `${program} unter ${machine}`;
  return machine === undefined ? 'Unbekannter Browser' : `Unbekannter Browser unter ${machine}`;
}
