import { COMPETENCIES, COMPETENCY_LABELS, type LearningDocument } from '@nemus/data';
import { Card, Select, Stack, Switch, TextArea, TextField } from '@nemus/ui';
import { useGaps } from './gaps';
import { CountField } from './CountField';
import { SeminarChoice } from './SeminarChoice';

const LEVELS = ['Anfänger', 'Fortgeschritten', 'Experte'].map((value) => ({ value, label: value }));

/** A course's entry in the list of courses, and its seminar. */
export function CourseFields({
  document,
  onChange,
}: {
  document: LearningDocument;
  onChange: (change: Partial<LearningDocument>) => void;
}) {
  const gap = useGaps('');
  return (
    <Card title="Über den Kurs" level={2}>
      <Stack gap={2}>
        <TextField
          label="Titel"
          value={document.title}
          maxLength={200}
          error={gap('title')}
          onChange={({ target }) => onChange({ title: target.value })}
        />
        <TextArea
          label="Beschreibung"
          optional
          rows={3}
          value={document.description}
          error={gap('description')}
          onChange={({ target }) => onChange({ description: target.value })}
        />
        <TextArea
          label="Lernziel"
          optional
          rows={2}
          value={document.learning_goal}
          error={gap('learning_goal')}
          onChange={({ target }) => onChange({ learning_goal: target.value })}
        />
        <Select
          label="Kompetenz"
          placeholder="Bitte wählen"
          options={COMPETENCIES.map((value) => ({ value, label: COMPETENCY_LABELS[value] }))}
          value={document.competency}
          error={gap('competency')}
          onChange={({ target }) => onChange({ competency: target.value })}
        />
        <Select
          label="Schwierigkeitsgrad"
          placeholder="Bitte wählen"
          options={LEVELS}
          value={document.difficulty}
          error={gap('difficulty')}
          onChange={({ target }) => onChange({ difficulty: target.value })}
        />
        <CountField
          label="Einheiten (à 45 Minuten)"
          value={document.units}
          error={gap('units')}
          onChange={(units) => onChange({ units })}
        />
        <TextField
          label="Dauer in Worten"
          optional
          hint="Zum Beispiel: 3 Stunden"
          value={document.estimated_time}
          error={gap('estimated_time')}
          onChange={({ target }) => onChange({ estimated_time: target.value })}
        />
        <SeminarChoice
          value={document.seminar_id}
          error={gap('seminar_id')}
          onChange={(id) => onChange({ seminar_id: id })}
        />
        <Switch
          label="Premium-Kurs"
          hint="Nur wer für das Seminar angemeldet ist, erhält Texte, Dateien und Quiz."
          checked={document.is_premium}
          onChange={({ target }) => onChange({ is_premium: target.checked })}
        />
      </Stack>
    </Card>
  );
}
