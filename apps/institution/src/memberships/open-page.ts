/** Leaves the page for another one of the portal, with a full reload. */
export const openPage = (address: string) => window.location.assign(address);
