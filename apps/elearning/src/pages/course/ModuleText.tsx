import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { moduleContentQuery } from '@nemus/data';
import { Alert, Markdown, SkeletonText, type MarkdownProps } from '@nemus/ui';

/** The text of a module. The database sends it to those who may learn it. */
export function ModuleText({ moduleId, level }: { moduleId: string; level: NonNullable<MarkdownProps['level']> }) {
  const client = useDataClient();
  const content = useQuery(moduleContentQuery(client, moduleId));
  return (
    <QueryPart query={content} title="Dieses Modul" loading={<SkeletonText lines={6} />}>
      {(text) =>
        text === null ? (
          // Refunded or closed since the page was opened.
          <Alert tone="warning" title="Dieser Text ist für Ihr Konto nicht verfügbar">
            Der Kurs gehört nicht mehr zu Ihren Kursen, oder der Block wurde geschlossen.
          </Alert>
        ) : (
          <Markdown source={text} level={level} />
        )
      }
    </QueryPart>
  );
}
