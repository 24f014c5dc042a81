/** For pages of public routes, which anyone may open with a link from a mail or a paper. */
export { LinkExpired, LinkPage, LinkSecrecy, LinkUnreachable } from './LinkPage';
export { isLinkToken, linkQuery, readLinkToken, settleLink } from './link-token';
export { useAsyncData, type Answer, type AsyncData } from './useAsyncData';
