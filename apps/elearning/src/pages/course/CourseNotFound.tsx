import { ButtonLink, Page } from '@nemus/ui';
import { Link } from 'react-router-dom';
import { useOverview } from './useOverview';

/** For every course that has no page, with the way back. */
export function CourseNotFound() {
  const overview = useOverview();
  return (
    <Page
      title="Kurs nicht gefunden"
      intro="Diesen Kurs gibt es nicht oder nicht mehr."
      actions={
        <ButtonLink component={Link} to={overview.to} icon="arrow-left">
          {overview.back}
        </ButtonLink>
      }
    />
  );
}
