/** Leaves the page for another of the portal and loads everything anew. */
export const openPage = (address: string) => window.location.assign(address);
