import type { BROWSER_FLOOR } from './browser-floor';

type Floor = typeof BROWSER_FLOOR;

/** What browsers of the floor have, by the name in compatibility tables. For each browser, one came with its floor. */
export const FLOOR_FEATURES = {
  'css.types.color.color-mix': 'CSS.supports("color","color-mix(in srgb,red,red)")',
  'javascript.builtins.Array.toSorted': '[].toSorted',
  'html.elements.script.type.importmap': 'HTMLScriptElement.supports("importmap")',
} as const;

/** The page's sentence for browsers below the floor. */
export const floorSentence = ({ chrome, edge, firefox, safari }: Floor) =>
  `Ihr Browser ist zu alt für das Portal. Bitte aktualisieren Sie ihn, oder verwenden Sie Chrome ab Version ${chrome}, Edge ab ${edge}, Firefox ab ${firefox} oder Safari ab ${safari}.`;

/**
 * Script of the page's head that replaces "Nemus wird geladen …" in a browser below the floor, where the portal's own
 * scripts may not even be parsed. It is text, because every browser must understand it. The portal may start all the
 * same: then it takes the sentence's place.
 */
export const floorScript = (floor: Floor): string =>
  `(function(){try{if(${Object.values(FLOOR_FEATURES).join('&&')})return}catch(e){}` +
  `document.documentElement.setAttribute("data-old","");` +
  `document.addEventListener("DOMContentLoaded",function(){` +
  `var text=document.getElementById("start-text");` +
  `if(text)text.textContent=${JSON.stringify(floorSentence(floor))}})})()`;
