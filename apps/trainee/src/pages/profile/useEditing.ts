import { useSearchParams } from 'react-router-dom';

const PARAMETER = 'bearbeiten';

/** The part of the profile that is being edited; in the address, so that back leaves the form. */
export function useEditing(part: string) {
  const [params, setParams] = useSearchParams();
  const begin = () =>
    setParams((current) => {
      const next = new URLSearchParams(current);
      next.set(PARAMETER, part);
      return next;
    });
  const end = () =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete(PARAMETER);
        return next;
      },
      { replace: true },
    );
  return { editing: params.get(PARAMETER) === part, begin, end };
}
