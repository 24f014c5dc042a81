import { useState, type KeyboardEvent } from 'react';
import { caseName, HOUR_CATEGORIES, HOUR_CATEGORY_LABELS, type HourCategory, type LogbookCase } from '@nemus/data';
import { Button, Form, Row, Select } from '@nemus/ui';
import type { GridRow } from './grid-rows';

/** Adds a row to the grid, or goes to the one that there is. */
export function AddRow({ cases, onAdd }: { cases: readonly LogbookCase[]; onAdd: (row: GridRow) => void }) {
  const [category, setCategory] = useState<HourCategory>('practice');
  const [of, setCase] = useState('');
  const add = () => onAdd({ category, case_id: of });
  return (
    <Form
      aria-label="Neue Zeile"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLSelectElement)) return;
        event.preventDefault();
        if (!event.repeat) add();
      }}
    >
      <Row align="end">
        <Select
          label="Kategorie"
          options={HOUR_CATEGORIES.map((value) => ({ value, label: HOUR_CATEGORY_LABELS[value] }))}
          value={category}
          onChange={({ target }) => {
            const chosen = HOUR_CATEGORIES.find((value) => value === target.value);
            if (chosen !== undefined) setCategory(chosen);
          }}
        />
        <Select
          label="Fall"
          placeholder="Keiner"
          options={cases.map((one) => ({ value: one.id, label: caseName(one) }))}
          value={of}
          onChange={({ target }) => setCase(target.value)}
        />
        <Button type="submit" icon="add">
          Zeile hinzufügen
        </Button>
      </Row>
    </Form>
  );
}
