import { VisuallyHidden } from '../layout/visibility';
import { Chip } from './Chip';

/** Marks what the portal made up so that a new account is not empty: nothing that somebody entered or did. */
export function SampleChip() {
  return (
    <Chip>
      Beispiel<VisuallyHidden>, keine echten Angaben</VisuallyHidden>
    </Chip>
  );
}
