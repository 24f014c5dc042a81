import { z } from 'zod';
import { noSuch } from '../errors';
import type { Sandbox } from '../sandbox';
import { handle, newRoutes, type SandboxRoutes } from './handle';
import { expandParam, pageParams } from './params';
import { page } from './paging';

const readSchema = z.strictObject({ expand: expandParam });
const listSchema = z.strictObject({
  ...pageParams,
  type: z.string().optional(),
  types: z.array(z.string()).max(20).optional(),
});

export function eventRoutes(sandbox: Sandbox): SandboxRoutes {
  const { store } = sandbox;
  return newRoutes()
    .get(
      '/events',
      handle(sandbox, listSchema, ({ type, types, ...request }) =>
        page(
          store.events.filter(
            (event) =>
              (type === undefined || event.type === type) && (types === undefined || types.includes(event.type)),
          ),
          request,
          '/v1/events',
        ),
      ),
    )
    .get(
      '/events/:id',
      handle(sandbox, readSchema, (_params, id) => {
        const event = store.events.get(id);
        if (!event) throw noSuch('event', id);
        return event;
      }),
    );
}
