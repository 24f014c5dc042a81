/**
 * Replaces supabase-js' realtime client, which every client creates: nothing in the portal subscribes to the database,
 * the page's policy allows no socket, and it would add 14 KB to every start (decision record 0023).
 */
const refuse = () => {
  throw new Error('The portal has no realtime. Take it into the shell first: libs/build/src/curated.ts.');
};

export class RealtimeClient {
  channel = refuse;

  getChannels() {
    return [];
  }

  /** There is never a channel to remove. */
  async removeChannel() {
    return 'ok';
  }

  async removeAllChannels() {
    return [];
  }

  /** Every client passes its token at once. */
  async setAuth() {}
}
