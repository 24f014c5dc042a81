import type { DraftBlock, DraftModule, DraftQuestion } from '@nemus/data';

/** Labels of the kinds of modules. */
export const MODULE_TYPES: Readonly<Record<DraftModule['type'], string>> = {
  reading: 'Text',
  video: 'Video',
  quiz: 'Quiz',
};

/** A question with nothing in it yet. */
export const newQuestion = (): DraftQuestion => ({
  key: crypto.randomUUID(),
  id: null,
  question: '',
  options: ['', '', ''],
  correct: null,
  explanation: '',
  panel: null,
});

/** An empty module; a quiz gets the standard questions. */
export const newModule = (type: DraftModule['type']): DraftModule => ({
  key: crypto.randomUUID(),
  id: null,
  title: type === 'quiz' ? 'Quiz' : '',
  minutes: type === 'quiz' ? 10 : 15,
  type,
  text: type === 'quiz' ? 'Drei Fragen, drei Leben. Bestanden ist das Quiz, wenn am Ende ein Leben übrig ist.' : '',
  video: null,
  panels: [],
  documents: [],
});

/** A block with one module to write. */
export const newBlock = (): DraftBlock => ({
  key: crypto.randomUUID(),
  id: null,
  title: '',
  description: '',
  units: 1,
  is_open: true,
  modules: [newModule('reading')],
  questions: [],
});
