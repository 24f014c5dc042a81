import { Box } from '@nemus/ui';
import { qrPath } from './qr-path';

/** A QR code, dark on light in every colour scheme, as many readers require. */
export function FactorCode({ uri }: { uri: string }) {
  const { size, path } = qrPath(uri);
  return (
    <Box
      component="svg"
      role="img"
      aria-label="QR-Code für Ihre Authenticator-App"
      viewBox={`0 0 ${size} ${size}`}
      sx={{ width: '100%', maxWidth: 232, borderRadius: 1, display: 'block' }}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </Box>
  );
}
