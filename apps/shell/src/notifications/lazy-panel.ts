/** What the bell needs after the start, as one chunk. */
export { fetchUnreadNotifications, onNotificationsRead } from '@nemus/data';
export { NotificationPanel } from './NotificationPanel';
