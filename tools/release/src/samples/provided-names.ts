import type { ProvidesDocument } from '@nemus/registry';

/** The facts (`provides.json`) of a shell with contract 1.2.0 and React alone. */
export const PROVIDED: ProvidesDocument = {
  schema: 1,
  shell: 'aaaaaaaaaaaa',
  contract: '1.2.0',
  modules: { react: { version: '19.3.1', names: ['useState'] } },
  slots: [],
  events: [],
  ports: [],
};
