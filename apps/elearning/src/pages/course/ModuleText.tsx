import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { ModuleBody } from '@nemus/area/learning';
import { moduleContentQuery, moduleMediaQuery } from '@nemus/data';
import { Alert, SkeletonText, type MarkdownProps } from '@nemus/ui';

/** The text of a module with its video, pictures and PDF. The database sends them to accounts with access. */
export function ModuleText({
  moduleId,
  title,
  level,
}: {
  moduleId: string;
  /** The module's title, as the name of its video. */
  title: string;
  level: NonNullable<MarkdownProps['level']>;
}) {
  const client = useDataClient();
  const content = useQuery(moduleContentQuery(client, moduleId));
  // The text opens the module; a paid course sends no files before.
  const media = useQuery({ ...moduleMediaQuery(client, moduleId), enabled: content.isSuccess });
  return (
    <QueryPart query={content} title="Dieses Modul" loading={<SkeletonText lines={6} />}>
      {(text) =>
        text === null ? (
          // Refunded or closed since the page was opened.
          <Alert tone="warning" title="Dieser Text ist für Ihr Konto nicht verfügbar">
            Der Kurs gehört nicht mehr zu Ihren Kursen, oder der Block wurde geschlossen.
          </Alert>
        ) : (
          <QueryPart query={media} title="Video und Bilder" loading={<SkeletonText lines={6} />}>
            {(files) => <ModuleBody title={title} text={text} media={files} level={level} />}
          </QueryPart>
        )
      }
    </QueryPart>
  );
}
