import { lostChunk } from './chunk-error';

describe('recognizing a lost chunk', () => {
  it('names its address when the error does', () => {
    const error = Object.assign(new Error('Loading chunk 7 failed.'), {
      name: 'ChunkLoadError',
      request: 'http://a/7.js',
    });
    expect(lostChunk(error)).toBe('http://a/7.js');
  });

  it('knows stylesheets and native imports, which name no address', () => {
    const css = Object.assign(new Error('Loading css chunk 7 failed.'), { name: 'ChunkLoadError' });
    expect(lostChunk(css)).toBeNull();
    expect(lostChunk(new TypeError('Failed to fetch dynamically imported module: x'))).toBeNull();
  });

  it('is not misled by other errors', () => {
    expect(lostChunk(new Error('undefined is not a function'))).toBeUndefined();
    expect(lostChunk('Loading chunk 7 failed.')).toBeUndefined();
  });
});
