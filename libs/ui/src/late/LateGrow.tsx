import type { GrowProps } from '@mui/material/Grow';
import { popper } from './late-popper';

/** In place of MUI's own in the shell's tooltips (libs/build/src/absent-modules.ts): its code loads with the first. */
export default function LateGrow(props: GrowProps) {
  const late = popper.use(props.in === true);
  return late && <late.Grow {...props} />;
}
