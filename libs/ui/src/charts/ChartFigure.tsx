import { createElement } from 'react';
import { styled } from '@mui/material/styles';
import { Skeleton } from '../feedback/Skeleton';
import { VisuallyHidden } from '../layout/visibility';
import { useDrawing, type LoadDrawing } from './useDrawing';

export interface ChartPoint {
  readonly label: string;
  readonly value: number;
}

const Figure = styled('figure')(({ theme }) => ({
  margin: 0,
  minWidth: 0,
  '& th, & td': { paddingBlock: 4, textAlign: 'start', fontWeight: 'inherit' },
  '& td': { paddingInlineStart: theme.spacing(2), fontVariantNumeric: 'tabular-nums lining-nums' },
}));

/**
 * A drawing, and the same numbers as a table for screen readers. The drawing code is lazy; when it does not load, the
 * table is shown.
 */
export function ChartFigure<P extends object>({
  title,
  points,
  format,
  height,
  load,
  drawing,
}: {
  title: string;
  points: readonly ChartPoint[];
  format: (value: number) => string;
  /** Height of the drawing in px, reserved while its code loads. */
  height: number;
  load: LoadDrawing<P>;
  drawing: P;
}) {
  const Drawing = useDrawing(load);
  const numbers = (
    <table>
      <caption>{title}</caption>
      <tbody>
        {points.map(({ label, value }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{format(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (Drawing === 'lost') return <Figure>{numbers}</Figure>;
  return (
    <Figure>
      <div aria-hidden>{Drawing === null ? <Skeleton height={height} /> : createElement(Drawing, drawing)}</div>
      <VisuallyHidden as="div">{numbers}</VisuallyHidden>
    </Figure>
  );
}
