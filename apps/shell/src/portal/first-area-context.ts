import { createContext, useContext } from 'react';
import type { Access, AreaHandle, AreaState } from '@nemus/loader';

/** A mounted area that was rendered without an outlet. */
export interface RunningArea {
  /** The element that it is mounted into. */
  readonly host: HTMLElement;
  readonly handle: AreaHandle;
  /** The outlet gets the current state, and every later one. */
  follow(onState: (state: AreaState) => void): void;
}

/** The area that is rendered before the frame, in the main region of the page's first picture. */
export interface FirstArea {
  /** The page that it was opened at: another page by now is a navigation. */
  readonly pathname: string;
  /** Passes the running area to its outlet, once: moves it into the outlet's place. Null for another area's outlet. */
  take(name: string, place: HTMLElement, access?: Access): RunningArea | null;
  /** The frame has rendered: removes what was rendered before it, including an area that no outlet has taken over. */
  end(): void;
}

const FirstAreaContext = createContext<FirstArea | null>(null);

/** Provides the area rendered before the frame to its outlet. */
export const FirstAreaProvider = FirstAreaContext.Provider;

/** The area rendered before the frame; null if there was none. */
export function useFirstArea(): FirstArea | null {
  return useContext(FirstAreaContext);
}
