import { VisuallyHidden } from '../layout/visibility';
import { Chip } from './Chip';

/** Marks sample data, which fills a new account and was not entered by a user. */
export function SampleChip() {
  return (
    <Chip>
      Beispiel<VisuallyHidden>, keine echten Angaben</VisuallyHidden>
    </Chip>
  );
}
