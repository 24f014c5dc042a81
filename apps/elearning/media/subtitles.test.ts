import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { COMIC_PANELS } from '../src/content/rechtliche-grundlagen-block-a/panels';
import { SECONDS_PER_PANEL, subtitlesOf } from './subtitles';

/** Result of the W3C's validator: cues with times in seconds, and errors of the file. */
const reportSchema = z.object({
  cues: z.array(z.object({ startTime: z.number(), endTime: z.number(), text: z.string() })),
  errors: z.array(z.object({ message: z.string(), line: z.number() })),
});
const validatorSchema = z.object({
  WebVTTParser: z.custom<new () => { parse(text: string, kind: string): unknown }>(),
});

const file = (name: string) => readFileSync(path.join(__dirname, name));
const subtitles = file('block-a.vtt').toString('utf8');

function validate(text: string) {
  const { WebVTTParser } = validatorSchema.parse(jest.requireActual('webvtt-parser'));
  return reportSchema.parse(new WebVTTParser().parse(text, 'captions'));
}

/**
 * Length of the video in seconds, from its Segment Information: the Duration element (id 4489, 8 bytes of floating
 * point) is in the file's time scale, which ffmpeg leaves at milliseconds (Matroska specification).
 */
function videoSeconds(): number {
  const video = file('block-a.webm');
  const at = video.indexOf(Buffer.from([0x44, 0x89, 0x88]));
  return video.readDoubleBE(at + 3) / 1000;
}

it('are accepted by a validator without a warning', () => {
  expect(validate(subtitles).errors).toEqual([]);
});

it('are taken for wrong when they are', () => {
  expect(validate(subtitles.replace('-->', '->')).errors).not.toEqual([]);
});

it('follow one another inside the time of the video', () => {
  const { cues } = validate(subtitles);
  expect(cues.length).toBeGreaterThan(COMIC_PANELS.length);
  for (const [index, { startTime, endTime }] of cues.entries()) {
    expect(startTime).toBeGreaterThanOrEqual(cues[index - 1]?.endTime ?? 0);
    expect(endTime).toBeGreaterThan(startTime);
  }
  expect(cues.at(-1)?.endTime).toBeLessThanOrEqual(videoSeconds());
  expect(videoSeconds()).toBeGreaterThanOrEqual(COMIC_PANELS.length * SECONDS_PER_PANEL);
});

it('contain every word of the panels, each while its panel is shown', () => {
  const { cues } = validate(subtitles);
  for (const [index, { alternative }] of COMIC_PANELS.entries()) {
    const from = index * SECONDS_PER_PANEL;
    const shown = cues.filter(({ startTime }) => startTime >= from && startTime < from + SECONDS_PER_PANEL);
    expect(shown.map(({ text }) => text).join(' ')).toBe(alternative);
  }
});

it('are those of the panels as they are now', () => {
  expect(subtitles).toBe(subtitlesOf(COMIC_PANELS));
});
