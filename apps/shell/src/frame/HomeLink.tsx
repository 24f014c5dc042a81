import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** The logo as a link to the home page. */
export function HomeLink({
  to,
  label,
  onClick,
  children,
}: {
  to: string;
  /** Accessible name. */
  label: string;
  onClick?: () => void;
  children: ReactNode;
}) {
  return (
    <Link to={to} aria-label={label} onClick={onClick} style={{ display: 'flex', textDecoration: 'none' }}>
      {children}
    </Link>
  );
}
