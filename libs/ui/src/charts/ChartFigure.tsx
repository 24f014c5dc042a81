import type { ReactNode } from 'react';
import { styled } from '@mui/material/styles';
import { VisuallyHidden } from '../layout/visibility';

export interface ChartPoint {
  readonly label: string;
  readonly value: number;
}

const Figure = styled('figure')({ margin: 0, minWidth: 0 });

/** A drawing and the same numbers as a table for those who do not see it. */
export function ChartFigure({
  title,
  points,
  format,
  children,
}: {
  title: string;
  points: readonly ChartPoint[];
  format: (value: number) => string;
  children: ReactNode;
}) {
  return (
    <Figure>
      {children}
      <VisuallyHidden as="div">
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
      </VisuallyHidden>
    </Figure>
  );
}
