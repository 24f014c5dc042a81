/** Registry and release documents: schema and pure rules. No DOM, no network; runs in browsers and in Node. */
export * from './release';
export * from './registry';
export * from './release-input';
export * from './signature-schema';
export * from './parse';
export * from './open-registry';
export * from './digest';
export * from './canonical';
export * from './container';
export * from './routes';
export * from './choice';
export * from './overrides';
export * from './compatibility';
export * from './collisions';
export * from './pointers';
export * from './keys';
export * from './signature';
