/** How a configuration is read: a measured program has built in what the portal reads at its start. */
export { portalConfigSchema } from '@nemus/host/config/config';
