/** The bell's lazy code, as one chunk. */
export { fetchUnreadNotifications, onNotificationsRead } from '@nemus/data';
export { NotificationPanel } from './NotificationPanel';
