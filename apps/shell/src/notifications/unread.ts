/** What the bell needs for its number, as one chunk: less than a kilobyte of the panel's seven. */
export { fetchUnreadNotifications, onNotificationsRead } from '@nemus/data';
