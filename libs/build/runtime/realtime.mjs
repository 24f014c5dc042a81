/**
 * In place of supabase-js' client of realtime, which it makes with every client: nothing in the portal listens to the
 * database, the page's policy allows no socket, and it would be 14 KB of every start (decision record 0064).
 */
const refuse = () => {
  throw new Error('The portal has no realtime. Take it into the shell first: libs/build/src/curated.ts.');
};

export class RealtimeClient {
  channel = refuse;

  getChannels() {
    return [];
  }

  /** There is never a channel that could be removed. */
  async removeChannel() {
    return 'ok';
  }

  async removeAllChannels() {
    return [];
  }

  /** Every client tells its token at once. */
  async setAuth() {}
}
