import { ICONS, isIconName, type IconName } from './icons';

/**
 * An icon by meaning. Decorative unless `label` is given, which makes it an image with that name. A name that this
 * release does not know (menu entries come from the registry) is drawn as `area`.
 * @param size edge in px
 * @param className for components that position an icon themselves, such as a chip
 */
export function Icon({
  name,
  size = 20,
  label,
  className,
}: {
  name: IconName | (string & {});
  size?: number;
  label?: string;
  className?: string;
}) {
  const Glyph = isIconName(name) ? ICONS[name] : ICONS.area;
  const style = { width: size, height: size, flex: 'none' };
  return label === undefined ? (
    <Glyph style={style} className={className} />
  ) : (
    <Glyph style={style} className={className} role="img" aria-label={label} aria-hidden={false} />
  );
}
