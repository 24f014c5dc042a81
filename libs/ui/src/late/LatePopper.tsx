import type { GrowProps } from '@mui/material/Grow';
import type { PopperProps } from '@mui/material/Popper';
import { lateModule } from './late-module';
import { loadPopper } from './load-popper';

// Apart from the other late components, all of which have buttons and thus tooltips.
const popper = lateModule(loadPopper);

/** Places the text of a tooltip. */
export function LatePopper(props: PopperProps) {
  const late = popper.use(props.open);
  return late && <late.Popper {...props} />;
}

/** Shows the text of a tooltip. */
export function LateGrow(props: GrowProps) {
  const late = popper.use(props.in === true);
  return late && <late.Grow {...props} />;
}
