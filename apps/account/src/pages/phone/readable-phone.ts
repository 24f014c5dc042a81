import { NBSP } from '@nemus/ui';

/** `+4915123456789` in groups that people can compare, which no line break parts: `+49 1512 3456 789`. */
export function readablePhone(number: string): string {
  const [, country = '', rest = number] = /^(\+(?:49|43|41))(\d+)$/.exec(number) ?? [];
  return [country, ...(rest.match(/.{1,4}/g) ?? [])].filter((part) => part !== '').join(NBSP);
}
