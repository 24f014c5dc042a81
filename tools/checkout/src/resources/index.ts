/** The provider's objects, as far as the sandbox supports them. Field names and meanings are those of Stripe's API. */
export * from './address';
export * from './catalog';
export * from './customer';
export * from './event';
export * from './invoice';
export * from './list';
export * from './payment';
export * from './portal';
export * from './session';
export * from './subscription';
export * from './views';
