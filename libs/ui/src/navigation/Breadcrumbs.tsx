import type { ElementType } from 'react';
import { Link } from '../actions/Link';
import { Icon } from '../icons/Icon';
import { Row, Text } from '../layout/primitives';

export interface Crumb {
  readonly label: string;
  /** Address; the last crumb is the page itself and has none. */
  readonly to?: string;
}

/** The path to a page below another one. `component` is the router's link and receives `to`. */
export function Breadcrumbs({ items, component }: { items: readonly Crumb[]; component?: ElementType }) {
  return (
    <nav aria-label="Brotkrumen">
      <Row as="ol" gap={0.5} sx={{ listStyle: 'none', padding: 0, color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {items.map(({ label, to }, index) => (
          <Row as="li" key={`${label}${to ?? ''}`} gap={0.5} wrap={false}>
            {index === 0 ? null : <Icon name="chevron-right" size={16} />}
            {to === undefined ? (
              <Text as="span" variant="small" tone="muted" aria-current="page">
                {label}
              </Text>
            ) : (
              <Text as="span" variant="small">
                {component === undefined ? (
                  <Link href={to}>{label}</Link>
                ) : (
                  <Link component={component} to={to}>
                    {label}
                  </Link>
                )}
              </Text>
            )}
          </Row>
        ))}
      </Row>
    </nav>
  );
}
