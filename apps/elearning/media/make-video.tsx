/**
 * Makes the video of Block A from the comic's own panels: one still per panel with its rule, cross-faded, without
 * sound, and subtitles (WebVTT) that describe it. Run it after changing the panels:
 *
 *   TSX_TSCONFIG_PATH=tsconfig.base.json node --import tsx apps/elearning/media/make-video.tsx
 *
 * Needs Playwright's Chromium, or the one that `CHROMIUM_PATH` names, and ffmpeg; the results are committed, so that a build needs neither.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { renderToStaticMarkup } from 'react-dom/server';
import { PanelDrawing, type ComicPanel } from '../src/comic/panel';
import { COMIC_PANELS } from '../src/content/rechtliche-grundlagen-block-a/panels';
import { subtitlesOf, SECONDS_PER_PANEL } from './subtitles';

const FADE_SECONDS = 1;
const here = path.dirname(fileURLToPath(import.meta.url));
const frames = mkdtempSync(path.join(os.tmpdir(), 'nemus-video-'));

/** One still: number, title and rule on the left of the panel. The bottom stays empty for subtitles. */
function Still({ panel }: { panel: ComicPanel }) {
  return (
    <main
      style={{ width: 1280, height: 720, background: '#173a3f', color: '#fff', font: '24px/1.45 Figtree, sans-serif' }}
    >
      <div style={{ display: 'flex', alignItems: 'center', gap: 40, padding: '28px 32px' }}>
        <p style={{ flex: 1 }}>
          <strong style={{ fontSize: 34, lineHeight: 1.2, display: 'block', marginBottom: 20, hyphens: 'auto' }}>
            {panel.number}. {panel.title}
          </strong>
          {panel.caption}
        </p>
        <div style={{ width: 810, borderRadius: 12, overflow: 'hidden' }}>
          <PanelDrawing panel={panel} />
        </div>
      </div>
    </main>
  );
}

/** The portal's typeface, inside the page: a still waits for no other file. "Aydın" needs the second file. */
function fontFaces(): string {
  const { resolve } = createRequire(import.meta.url);
  const face = (name: string, range: string) => {
    const file = readFileSync(resolve(`@fontsource-variable/figtree/files/figtree-${name}-wght-normal.woff2`));
    return `@font-face{font-family:Figtree;font-weight:300 900;unicode-range:${range};src:url(data:font/woff2;base64,${file.toString('base64')})}`;
  };
  return face('latin', 'U+0-FF,U+2000-20FF') + face('latin-ext', 'U+100-24F');
}

async function drawStills() {
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM_PATH'] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  for (const panel of COMIC_PANELS) {
    await page.setContent(
      `<html lang="de"><style>${fontFaces()}body{margin:0}p{margin:0}</style>${renderToStaticMarkup(<Still panel={panel} />)}`,
    );
    await page.evaluate(() => document.fonts.ready.then(() => null));
    await page.screenshot({ path: path.join(frames, `${panel.number}.png`) });
  }
  await browser.close();
}

/** Joins the stills; each fades into the next, so a still is shown for {@link SECONDS_PER_PANEL} in all. */
function joinStills() {
  const inputs = COMIC_PANELS.flatMap(({ number }) => [
    '-loop',
    '1',
    '-t',
    String(SECONDS_PER_PANEL + FADE_SECONDS),
    '-i',
    path.join(frames, `${number}.png`),
  ]);
  const fades = COMIC_PANELS.slice(1).map((_panel, index) => {
    const from = index === 0 ? '[0]' : `[f${index}]`;
    return `${from}[${index + 1}]xfade=duration=${FADE_SECONDS}:offset=${SECONDS_PER_PANEL * (index + 1)}[f${index + 1}]`;
  });
  const last = `[f${COMIC_PANELS.length - 1}]`;
  execFileSync('ffmpeg', [
    '-y',
    '-loglevel',
    'error',
    ...inputs,
    '-filter_complex',
    fades.join(';'),
    '-map',
    last,
    '-r',
    '8',
    '-c:v',
    'libvpx-vp9',
    '-crf',
    '50',
    '-b:v',
    '0',
    '-g',
    '60',
    '-pix_fmt',
    'yuv420p',
    path.join(here, 'block-a.webm'),
  ]);
}

await drawStills();
joinStills();
writeFileSync(path.join(here, 'block-a.vtt'), subtitlesOf(COMIC_PANELS));
rmSync(frames, { recursive: true });
