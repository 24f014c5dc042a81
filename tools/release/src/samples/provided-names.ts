import type { ProvidesDocument } from '@nemus/registry';

/** What a shell of contract 1.2.0 with React alone says of itself (`provides.json`). */
export const PROVIDED: ProvidesDocument = {
  schema: 1,
  shell: 'aaaaaaaaaaaa',
  contract: '1.2.0',
  modules: { react: { version: '19.3.1', names: ['useState'] } },
  slots: [],
  events: [],
  ports: [],
};
