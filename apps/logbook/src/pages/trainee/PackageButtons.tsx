import { fileNameOf, reasonOf, saveFile, useAction, useDataClient, useExport } from '@nemus/area';
import { usePorts } from '@nemus/contract/react';
import { fetchSitePackage } from '@nemus/data';
import { Button, Row } from '@nemus/ui';
import { PACKAGE_COLUMNS, packageRows, type PackedEntry } from './package-rows';

/** The package as a file for another system, and its entries as a table for people. */
export function PackageButtons({ traineeId, person }: { traineeId: string; person: string }) {
  const client = useDataClient();
  const { notify } = usePorts();
  const name = fileNameOf(`Logbuch ${person}`);
  const table = useExport<PackedEntry>();
  const file = useAction({
    mutationFn: async () => {
      const packed = await fetchSitePackage(client, traineeId);
      saveFile(`${name}.json`, 'application/json', JSON.stringify(packed, null, 2));
    },
    onSuccess: () => notify({ kind: 'success', title: 'Paket erstellt' }),
    onError: (error) => notify({ kind: 'error', title: 'Paket nicht erstellt', description: reasonOf(error) }),
  });
  return (
    <Row gap={1.5}>
      <Button icon="download" loading={file.isPending} onClick={() => file.mutate()}>
        Paket als JSON-Datei
      </Button>
      <Button
        icon="download"
        loading={table.isPending}
        onClick={() =>
          table.mutate({
            name,
            columns: PACKAGE_COLUMNS,
            rows: async () => packageRows(await fetchSitePackage(client, traineeId)),
          })
        }
      >
        Einträge als CSV-Datei
      </Button>
    </Row>
  );
}
