import { useQuery } from '@tanstack/react-query';
import { QueryPart, useDataClient } from '@nemus/area';
import { moduleContentQuery } from '@nemus/data';
import { Markdown, SkeletonText, type MarkdownProps } from '@nemus/ui';

/** The text of a module. The database sends it to those who may learn it. */
export function ModuleText({ moduleId, level }: { moduleId: string; level: NonNullable<MarkdownProps['level']> }) {
  const client = useDataClient();
  const content = useQuery(moduleContentQuery(client, moduleId));
  return (
    <QueryPart query={content} title="Dieses Modul" loading={<SkeletonText lines={6} />}>
      {(text) => <Markdown source={text ?? ''} level={level} />}
    </QueryPart>
  );
}
