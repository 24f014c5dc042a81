import type { ReactNode } from 'react';

/** Colours of the comic. The same in both colour schemes. */
const INK = '#20302f';
export const PAPER = '#fbf7ef';

/** Head, hair and upper body of a person down to the edge of the panel, standing at (x, y) = middle of the shoulders, in drawing units. */
export function Person({
  x,
  y,
  skin,
  hair,
  shirt,
  longHair = false,
  beard = false,
  glasses = false,
  facing = 'right',
}: {
  x: number;
  y: number;
  skin: string;
  hair: string;
  shirt: string;
  longHair?: boolean;
  beard?: boolean;
  glasses?: boolean;
  facing?: 'left' | 'right';
}) {
  const look = facing === 'right' ? 5 : -5;
  return (
    <g transform={`translate(${x} ${y})`} stroke={INK} strokeWidth={3} strokeLinejoin="round" strokeLinecap="round">
      {longHair && <path d="M-36 -62 C-46 -20 -40 6 -34 14 L34 14 C40 6 46 -20 36 -62 Z" fill={hair} />}
      <path d="M-66 170 C-66 44 -48 12 0 12 C48 12 66 44 66 170 Z" fill={shirt} />
      <path d="M-12 -8 L-12 16 C-6 24 6 24 12 16 L12 -8 Z" fill={skin} />
      <ellipse cx={0} cy={-48} rx={34} ry={40} fill={skin} />
      <path d="M-36 -54 C-38 -98 38 -98 36 -54 C26 -74 -20 -78 -36 -54 Z" fill={hair} />
      {beard && <path d="M-27 -38 C-24 -2 24 -2 27 -38 C16 -24 -16 -24 -27 -38 Z" fill={hair} />}
      <circle cx={-12 + look} cy={-50} r={3.4} fill={INK} stroke="none" />
      <circle cx={14 + look} cy={-50} r={3.4} fill={INK} stroke="none" />
      {glasses && (
        <g fill="none" strokeWidth={2.4}>
          <circle cx={-12 + look} cy={-50} r={10} />
          <circle cx={14 + look} cy={-50} r={10} />
          <path d={`M${-2 + look} -50 h6`} />
        </g>
      )}
      <path d={`M${-6 + look} -26 q7 6 14 0`} fill="none" stroke={beard ? '#f3ded0' : INK} strokeWidth={2.6} />
    </g>
  );
}

/** Speech bubble with its tail at (tailX, tailY). Lines are set by hand: SVG text does not wrap. */
export function Bubble({
  x,
  y,
  width,
  lines,
  tailX,
  tailY,
}: {
  x: number;
  y: number;
  width: number;
  lines: readonly string[];
  tailX: number;
  tailY: number;
}) {
  const height = lines.length * 25 + 24;
  const root = Math.min(Math.max(tailX, x + 34), x + width - 34);
  return (
    <g>
      <path
        d={`M${root - 13} ${y + height - 3} L${tailX} ${tailY} L${root + 13} ${y + height - 3} Z`}
        fill="#fff"
        stroke={INK}
        strokeWidth={3}
        strokeLinejoin="round"
      />
      <rect x={x} y={y} width={width} height={height} rx={18} fill="#fff" stroke={INK} strokeWidth={3} />
      <path d={`M${root - 10} ${y + height - 3} h20`} stroke="#fff" strokeWidth={6} />
      <text
        x={x + width / 2}
        y={y + 31}
        textAnchor="middle"
        fontSize={19}
        fill={INK}
        fontFamily="Figtree Variable, Figtree, sans-serif"
      >
        {lines.map((line, index) => (
          <tspan key={line} x={x + width / 2} dy={index === 0 ? 0 : 25}>
            {line}
          </tspan>
        ))}
      </text>
    </g>
  );
}

/** A room: wall, floor, and its content. */
export function Room({ wall, floor, children }: { wall: string; floor: string; children?: ReactNode }) {
  return (
    <g>
      <rect width={720} height={480} fill={wall} />
      <rect y={380} width={720} height={100} fill={floor} />
      <path d="M0 380 H720" stroke={INK} strokeWidth={3} />
      {children}
    </g>
  );
}

export function Window({ x, y, night = false }: { x: number; y: number; night?: boolean }) {
  return (
    <g stroke={INK} strokeWidth={3}>
      <rect x={x} y={y} width={130} height={120} rx={6} fill={night ? '#28395c' : '#cfe6ee'} />
      {night ? (
        <path d={`M${x + 92} ${y + 24} a20 20 0 1 0 14 30 a16 16 0 0 1 -14 -30 Z`} fill="#f6e6a8" stroke="none" />
      ) : (
        <path
          d={`M${x + 4} ${y + 96} q34 -44 62 -10 q30 -30 60 4 V${y + 117} H${x + 4} Z`}
          fill="#a8c8a0"
          stroke="none"
        />
      )}
      <path d={`M${x + 65} ${y} v120 M${x} ${y + 60} h130`} fill="none" />
    </g>
  );
}

export function Plant({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`} stroke={INK} strokeWidth={3} strokeLinejoin="round">
      <path d="M0 0 C-44 -24 -46 -70 -30 -86 C-12 -66 -4 -40 0 0 Z" fill="#6f9d7c" />
      <path d="M0 0 C44 -24 50 -62 36 -80 C14 -62 4 -36 0 0 Z" fill="#86b090" />
      <path d="M0 0 C-12 -50 -6 -90 4 -104 C16 -80 12 -40 0 0 Z" fill="#5c8a6b" />
      <path d="M-26 0 H26 L18 46 H-18 Z" fill="#c9805c" />
    </g>
  );
}

export function Desk({ x, y, width }: { x: number; y: number; width: number }) {
  return (
    <g stroke={INK} strokeWidth={3}>
      <rect x={x} y={y} width={width} height={18} rx={5} fill="#b98d63" />
      <path d={`M${x + 22} ${y + 18} V480 M${x + width - 22} ${y + 18} V480`} strokeWidth={8} />
    </g>
  );
}

export function Sheet({ x, y, signed = false }: { x: number; y: number; signed?: boolean }) {
  return (
    <g transform={`translate(${x} ${y}) rotate(-4)`} stroke={INK} strokeWidth={2.4}>
      <rect width={92} height={66} rx={4} fill="#fff" />
      <path d="M12 16 h66 M12 28 h58 M12 40 h62" strokeWidth={2} opacity={0.5} />
      {signed && <path d="M44 55 c8 -12 10 8 16 -2 c4 -8 8 6 20 -3" fill="none" stroke="#1d5f73" strokeWidth={3} />}
    </g>
  );
}

export function Laptop({ x, y }: { x: number; y: number }) {
  return (
    <g stroke={INK} strokeWidth={3}>
      <rect x={x} y={y - 76} width={120} height={76} rx={6} fill="#dfe9e6" />
      <path
        d={`M${x + 14} ${y - 58} h70 M${x + 14} ${y - 44} h90 M${x + 14} ${y - 30} h54`}
        strokeWidth={3}
        opacity={0.55}
      />
      <path d={`M${x - 14} ${y} h148`} strokeWidth={8} strokeLinecap="round" />
    </g>
  );
}

export function Phone({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`} stroke={INK} strokeWidth={3}>
      <rect x={-11} y={-26} width={22} height={46} rx={5} fill="#33474a" transform="rotate(14)" />
      <path d="M24 -30 q12 10 8 26 M34 -38 q18 16 12 42" fill="none" strokeLinecap="round" />
    </g>
  );
}
