import type { ReactNode } from 'react';
import { ButtonLink, EmptyState, Page, type IconName } from '@nemus/ui';
import { Link } from 'react-router-dom';

/** A page of an area under construction, with a note on its future content. */
export function PageInPreparation({
  title,
  icon,
  children,
}: {
  title: string;
  icon: IconName;
  /** One or two sentences: the future content of the page, and where to go until then. */
  children: ReactNode;
}) {
  return (
    <Page title={title}>
      <EmptyState
        icon={icon}
        title="Diese Seite wird gerade aufgebaut"
        action={
          <ButtonLink component={Link} to="/dashboard" icon="arrow-left">
            Zum Dashboard
          </ButtonLink>
        }
      >
        {children}
      </EmptyState>
    </Page>
  );
}
