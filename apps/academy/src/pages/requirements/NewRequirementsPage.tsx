import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { PageSkeleton, QueryPart, useDataClient } from '@nemus/area';
import { staffRequirementSetQuery, type RequirementSet } from '@nemus/data';
import { Breadcrumbs } from '@nemus/ui';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { AcademyPage } from '../../frame/AcademyPage';
import { COPY_OF, requirementPaths } from './paths';
import { RequirementEditor } from './RequirementEditor';

/** A new set, or another version of one; it is a draft once it is saved, and has its own address then. */
export default function NewRequirementsPage() {
  const [params] = useSearchParams();
  const copyOf = params.get(COPY_OF);
  const title = copyOf === null ? 'Neue Anforderungen' : 'Neue Version';
  return (
    <AcademyPage
      width="narrow"
      title={title}
      intro="Zuerst ein Entwurf, den nur die Akademie sieht."
      above={
        <Breadcrumbs
          component={Link}
          items={[{ label: 'Anforderungen', to: requirementPaths.list }, { label: title }]}
        />
      }
    >
      {copyOf === null ? <NewSet /> : <CopiedSet copyOf={copyOf} />}
    </AcademyPage>
  );
}

function CopiedSet({ copyOf }: { copyOf: string }) {
  const query = useQuery(staffRequirementSetQuery(useDataClient(), copyOf));
  return (
    <QueryPart query={query} title="Anforderungen" loading={<PageSkeleton />}>
      {({ set }) => <NewSet copyOf={set} />}
    </QueryPart>
  );
}

function NewSet({ copyOf }: { copyOf?: RequirementSet }) {
  const navigate = useNavigate();
  // Made here, so that a save whose answer was lost makes no second set.
  const [id] = useState(() => crypto.randomUUID());
  return (
    <RequirementEditor
      id={id}
      draftId={copyOf === undefined ? 'new' : `new.${copyOf.id}`}
      set={null}
      copyOf={copyOf}
      onSaved={(saved) => void navigate(requirementPaths.set(saved.id), { replace: true })}
    />
  );
}
