import createCache, { type EmotionCache, type Options } from '@emotion/cache';

/**
 * An Emotion cache that writes its rules through the CSSOM, in development as in production. Its `<style>` elements
 * stay empty, so that a content security policy needs only the hash of the empty text
 * (`'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='`) and no `'unsafe-inline'`.
 */
export function createStyleCache(options: Options): EmotionCache {
  return createCache({ speedy: true, ...options });
}
