/** How long the video shows one panel. */
export const SECONDS_PER_PANEL = 11;
/** More than this many characters at once cannot be read in time. */
const CUE_LENGTH = 90;

interface Spoken {
  readonly alternative: string;
}

/** `hh:mm:ss.mmm`, as WebVTT wants it. */
function timestamp(seconds: number): string {
  return new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);
}

/** Cuts a text into cues at the ends of words. */
function cuesOf(text: string): string[] {
  const cues: string[] = [];
  let cue = '';
  for (const word of text.split(' ')) {
    if (cue && cue.length + word.length + 1 > CUE_LENGTH) {
      cues.push(cue);
      cue = word;
    } else {
      cue = cue ? `${cue} ${word}` : word;
    }
  }
  return cue ? [...cues, cue] : cues;
}

/** Subtitles of the video as WebVTT: what each panel shows and says, spread over its time by length. */
export function subtitlesOf(panels: readonly Spoken[]): string {
  const blocks = panels.flatMap(({ alternative }, index) => {
    let start = index * SECONDS_PER_PANEL;
    return cuesOf(alternative).map((cue) => {
      const end = start + (SECONDS_PER_PANEL * cue.length) / alternative.replaceAll('  ', ' ').length;
      const block = `${timestamp(start)} --> ${timestamp(Math.min(end, (index + 1) * SECONDS_PER_PANEL))}\n${cue}`;
      start = end;
      return block;
    });
  });
  return `WEBVTT\n\n${blocks.join('\n\n')}\n`;
}
