import { useState } from 'react';
import { Breadcrumbs } from '@nemus/ui';
import { AcademyPage } from '../../frame/AcademyPage';
import { Link, useNavigate } from 'react-router-dom';
import { cataloguePaths } from './paths';
import { SeminarEditor } from './SeminarEditor';

/** A new seminar; it is a draft once it is saved, and has its own address then. */
export default function NewSeminarPage() {
  const navigate = useNavigate();
  // Made here, so that a save whose answer was lost makes no second seminar.
  const [id] = useState(() => crypto.randomUUID());
  return (
    <AcademyPage
      width="narrow"
      title="Neues Seminar"
      intro="Zuerst ein Entwurf, den nur die Akademie sieht."
      above={
        <Breadcrumbs
          component={Link}
          items={[{ label: 'Katalog', to: cataloguePaths.list }, { label: 'Neues Seminar' }]}
        />
      }
    >
      <SeminarEditor
        id={id}
        draftId="new"
        seminar={null}
        isSold={false}
        onSaved={(saved) => void navigate(cataloguePaths.seminar(saved.id), { replace: true })}
      />
    </AcademyPage>
  );
}
