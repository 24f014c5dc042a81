import type { PopperProps } from '@mui/material/Popper';
import { popper } from './late-popper';

/** In place of MUI's own in the shell's tooltips (libs/build/src/absent-modules.ts): its code loads with the first. */
export default function LatePopper(props: PopperProps) {
  const late = popper.use(props.open);
  return late && <late.Popper {...props} />;
}
