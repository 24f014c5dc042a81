import { createContext, useContext } from 'react';
import type { AreaHandle, AreaState } from '@nemus/loader';

/** A mounted area that has been drawn without an outlet. */
export interface RunningArea {
  /** The element that it is mounted into. */
  readonly host: HTMLElement;
  readonly handle: AreaHandle;
  /** The outlet hears the present state, and every further one. */
  follow(onState: (state: AreaState) => void): void;
}

/** The area that is drawn ahead of the frame, in the main region of the page's first picture. */
export interface FirstArea {
  /** The page that it was opened at: whoever is elsewhere by now has navigated. */
  readonly pathname: string;
  /** Hands the running area over to its outlet, once: moves it into the outlet's place. Null when it is another's. */
  take(name: string, place: HTMLElement): RunningArea | null;
  /** The frame stands: what was drawn ahead of it leaves the page, and so does an area that no outlet has taken. */
  end(): void;
}

const FirstAreaContext = createContext<FirstArea | null>(null);

/** Makes the area that was drawn ahead of the frame available to its outlet. */
export const FirstAreaProvider = FirstAreaContext.Provider;

/** The area that was drawn ahead of the frame; null when there was none. */
export function useFirstArea(): FirstArea | null {
  return useContext(FirstAreaContext);
}
