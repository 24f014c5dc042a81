import type { LearningDocument } from '@nemus/data';

const LABELS: Readonly<Record<keyof LearningDocument, string>> = {
  title: 'Titel',
  description: 'Beschreibung',
  learning_goal: 'Lernziel',
  competency: 'Kompetenz',
  units: 'Einheiten',
  estimated_time: 'Dauer',
  difficulty: 'Schwierigkeitsgrad',
  is_premium: 'Premium-Kurs',
  seminar_id: 'Seminar',
  blocks: 'Blöcke',
};
const isPart = (name: string): name is keyof LearningDocument => Object.hasOwn(LABELS, name);
const PARTS = Object.keys(LABELS).filter(isPart);

/** Labels of the parts in which two documents differ; blocks that differ are named by number. */
export function documentDifferences(one: LearningDocument, other: LearningDocument): string[] {
  const count = Math.max(one.blocks.length, other.blocks.length);
  const blocks = Array.from({ length: count }, (_, at) => at).filter(
    (at) => JSON.stringify(one.blocks[at]) !== JSON.stringify(other.blocks[at]),
  );
  return PARTS.flatMap((part) => {
    if (part === 'blocks') return blocks.map((at) => `Block ${at + 1}`);
    return one[part] === other[part] ? [] : [LABELS[part]];
  });
}
