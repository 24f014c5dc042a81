import { transition, type AreaEvent, type AreaPhase } from './state';

const PHASES: readonly AreaPhase[] = ['resolving', 'verifying', 'loading', 'mounting', 'ready', 'failed', 'closed'];
const EVENTS: readonly AreaEvent[] = ['chosen', 'verified', 'loaded', 'mounted', 'restarted', 'failed', 'closed'];

/** The whole machine, one line per phase: the phase after each event, or `-` for an event that is ignored there. */
const TABLE: Readonly<Record<AreaPhase, string>> = {
  //          chosen    verified loaded   mounted restarted failed closed
  resolving: 'verifying -       -        -       resolving failed closed',
  verifying: '-         loading -        -       resolving failed closed',
  loading: '  -         -       mounting -       resolving failed closed',
  mounting: ' -         -       -        ready   resolving failed closed',
  ready: '    -         -       -        -       resolving failed closed',
  failed: '   -         -       -        -       resolving -      closed',
  closed: '   -         -       -        -       -         -      -',
};

describe('the state machine of a mount', () => {
  const cases = PHASES.flatMap((phase) => {
    const after = TABLE[phase].trim().split(/\s+/);
    return EVENTS.map((event, index) => ({ phase, event, after: after[index] }));
  });

  it.each(cases)('goes from $phase by $event to $after', ({ phase, event, after }) => {
    expect(transition(phase, event) ?? '-').toBe(after);
  });

  it('never leaves closed, and can be closed from everywhere else', () => {
    for (const event of EVENTS) expect(transition('closed', event)).toBeNull();
    for (const phase of PHASES.slice(0, -1)) expect(transition(phase, 'closed')).toBe('closed');
  });
});
