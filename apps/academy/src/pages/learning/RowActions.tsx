import { IconButton, Row } from '@nemus/ui';

/** Moves and removes one element of a list; every button names its element. */
export function RowActions({
  name,
  index,
  count,
  onMove,
  onRemove,
}: {
  /** Such as "Modul 2". */
  name: string;
  index: number;
  count: number;
  onMove: (by: number) => void;
  onRemove: () => void;
}) {
  return (
    <Row gap={0.5}>
      <IconButton
        icon="arrow-left"
        label={`${name} nach oben`}
        size="small"
        disabled={index === 0}
        onClick={() => onMove(-1)}
        sx={{ '& svg': { transform: 'rotate(90deg)' } }}
      />
      <IconButton
        icon="arrow-down"
        label={`${name} nach unten`}
        size="small"
        disabled={index === count - 1}
        onClick={() => onMove(1)}
      />
      <IconButton icon="delete" label={`${name} entfernen`} size="small" onClick={onRemove} />
    </Row>
  );
}
