/** Stylesheet of all pages. A separate file, so that the pages need no inline styles. */
export const STYLE = `
:root {
  color-scheme: light;
  --ink: #1d2733; --muted: #52606d; --line: #d5dce3; --paper: #ffffff; --ground: #f3f5f7;
  --accent: #14565c; --accent-dark: #0d4045; --accent-soft: #e4f0f0;
  --danger: #9b1c1c; --danger-soft: #fdeeee; --test: #5c3d00; --test-soft: #fff3d6;
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); }
a { color: var(--accent); }
a:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.test-mode { background: var(--test-soft); color: var(--test); text-align: center; padding: .5rem 1rem; font-size: .875rem; }
.test-mode strong { letter-spacing: .04em; }
main { max-width: 60rem; grid-template-columns: minmax(0, 1fr); margin: 0 auto; padding: 2rem 1rem 3rem; display: grid; gap: 1.5rem; }
@media (min-width: 52rem) { main.two { grid-template-columns: 1fr 1fr; align-items: start; gap: 3rem; padding-top: 4rem; } }
main.narrow { max-width: 34rem; }
h1 { font-size: 1.125rem; font-weight: 600; margin: 0 0 .25rem; }
h2 { font-size: 1.125rem; font-weight: 600; margin: 0 0 1rem; }
h3 { font-size: 1rem; font-weight: 600; margin: 0 0 .25rem; }
p { margin: 0 0 .75rem; }
.merchant { color: var(--muted); margin-bottom: 1.5rem; display: flex; align-items: center; gap: .5rem; font-weight: 600; }
.merchant span { display: inline-grid; place-items: center; width: 2rem; height: 2rem; border-radius: .5rem; background: var(--accent); color: #fff; }
.total { font-size: 2.25rem; line-height: 1.2; font-weight: 700; margin: 0 0 1.5rem; overflow-wrap: anywhere; }
.total small { font-size: 1rem; font-weight: 400; color: var(--muted); }
.lines { list-style: none; margin: 0; padding: 0; }
.lines li, .sum { display: flex; justify-content: space-between; gap: 1rem; padding: .75rem 0; border-top: 1px solid var(--line); }
.lines small { display: block; color: var(--muted); }
.lines span:last-child, .sum span:last-child { white-space: nowrap; font-variant-numeric: tabular-nums; }
.sum { font-weight: 600; border-bottom: 1px solid var(--line); }
.cards { list-style: none; margin: 0; padding: 0; display: grid; gap: 1rem; }
.card { min-width: 0; background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; padding: 1.5rem; box-shadow: 0 1px 2px rgb(29 39 51 / 6%); }
.method { border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem; margin-bottom: 1rem; background: var(--accent-soft); }
.method strong { display: block; font-variant-numeric: tabular-nums; }
.muted { color: var(--muted); font-size: .9375rem; }
.alert { background: var(--danger-soft); color: var(--danger); border: 1px solid currentcolor; border-radius: .5rem; padding: .75rem 1rem; margin-bottom: 1rem; }
.notice { background: var(--accent-soft); border-radius: .5rem; padding: .75rem 1rem; margin-bottom: 1rem; }
button, .button { display: block; width: 100%; min-height: 2.75rem; padding: .625rem 1rem; border-radius: .5rem; border: 1px solid var(--accent); background: var(--accent); color: #fff; font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
button:hover, .button:hover { background: var(--accent-dark); }
button.quiet, .button.quiet { background: var(--paper); color: var(--accent); }
button.quiet:hover, .button.quiet:hover { background: var(--accent-soft); }
button.danger { background: var(--danger); border-color: var(--danger); }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
legend { font-weight: 600; padding: 0; margin-bottom: .25rem; }
label { display: block; font-size: .9375rem; }
input, select { display: block; width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border: 1px solid var(--muted); border-radius: .5rem; font: inherit; background: var(--paper); color: var(--ink); }
.stack { display: grid; gap: .75rem; }
.aside { border-top: 1px solid var(--line); margin-top: 1.5rem; padding-top: 1rem; }
.back { display: inline-block; padding: .5rem 0; }
.badge { display: inline-block; border-radius: 1rem; padding: 0 .625rem; font-size: .875rem; background: var(--accent-soft); color: var(--accent-dark); }
.badge.warn { background: var(--test-soft); color: var(--test); }
code { font-size: .8125rem; overflow-wrap: anywhere; }
`;

/** Icon of the browser tab. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#14565c"/><path d="M8 12h16v9H8z" fill="none" stroke="#fff" stroke-width="2"/><path d="M8 15h16" stroke="#fff" stroke-width="2"/></svg>`;
