import type { UseQueryResult } from '@tanstack/react-query';
import { QueryPart } from '@nemus/area';
import type { CreditBalance, InstitutionOverview } from '@nemus/data';
import { CardGrid, formatNumber, SkeletonTiles, StatTile } from '@nemus/ui';

const TILE_WIDTH = '13rem';

/** The four figures of the institution. */
export function FigureTiles({
  balance,
  overview,
}: {
  balance: UseQueryResult<CreditBalance | null>;
  overview: UseQueryResult<InstitutionOverview>;
}) {
  const loading = <SkeletonTiles count={4} min={TILE_WIDTH} />;
  return (
    <QueryPart query={balance} title="Ihre Credits in Zahlen" loading={loading}>
      {(credits) => (
        <QueryPart query={overview} title="Ihre Zahlen" loading={loading}>
          {({ linked_trainees, bookings_this_month }) => (
            <CardGrid min={TILE_WIDTH} label="Ihre Zahlen">
              <StatTile
                as="li"
                icon="credits"
                label="Verfügbare Credits"
                value={formatNumber(credits?.available_credits ?? 0)}
              />
              <StatTile
                as="li"
                icon="trainees"
                label="Registrierte PiW"
                value={formatNumber(linked_trainees)}
                hint="mit verbundenem Portalkonto"
              />
              <StatTile
                as="li"
                icon="bookings"
                label="Kursbuchungen diesen Monat"
                value={formatNumber(bookings_this_month)}
                hint="im Portal gebucht"
              />
              <StatTile
                as="li"
                icon="trend"
                label="Verwendete Credits"
                value={formatNumber(credits?.used_credits ?? 0)}
              />
            </CardGrid>
          )}
        </QueryPart>
      )}
    </QueryPart>
  );
}
