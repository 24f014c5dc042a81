import { closedRegistry, withStops, type RegistryDocument } from '@nemus/registry';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { LOADING, type RegistryState } from './registry-state';
import type { StopState } from './stop-source';

/** Text for users when a portal requires a current stop list and there is none. */
export const UNCHECKED =
  'Dieser Bereich ist vorübergehend geschlossen, weil gerade nicht geprüft werden kann, ob er geöffnet werden darf. Bitte versuchen Sie es später noch einmal.';

/**
 * The registry without what operators have stopped. Only available once both are known, so that no stopped area is
 * opened.
 *
 * @param options `required`: without a valid list, every area is closed.
 */
export function applyStopList(
  accepted: StoreApi<RegistryState>,
  stops: StoreApi<StopState>,
  { required, now }: { readonly required: boolean; readonly now: () => Date },
): StoreApi<RegistryState> {
  const obeyed = createStore<RegistryState>(() => LOADING);

  function documentOf(document: RegistryDocument, list: StopState['list']): RegistryDocument {
    const counts = list !== null && now() < new Date(list.expiresAt);
    return required && !counts ? closedRegistry(document, UNCHECKED) : withStops(document, list);
  }

  const publish = () => {
    const { status, list } = stops.getState();
    if (status === 'loading') return;
    const state = accepted.getState();
    const document = state.document && documentOf(state.document, status === 'off' ? null : list);
    obeyed.setState(document === state.document ? state : { ...state, document }, true);
  };

  accepted.subscribe(publish);
  stops.subscribe(publish);
  return obeyed;
}
