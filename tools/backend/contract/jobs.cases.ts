import { newClient, type Target } from './target';

/**
 * Scheduled jobs.
 *
 * @param secretKey of the project; on a hosted one from SUPABASE_SECRET_KEY, without which only the refusals are
 * checked.
 */
export function jobsContract(target: () => Target, secretKey: () => string | undefined): void {
  describe('jobs', () => {
    test('they are scheduled, for a scheduler that is there', async () => {
      const key = secretKey();
      const { data } = await newClient({ ...target(), ...(key && { publishableKey: key }) }).rpc('nemus_jobs');
      const expected = [
        { name: 'nemus-clear-uploads', schedule: '47 * * * *', is_active: true },
        { name: 'nemus-collect-invoices', schedule: '10 2 * * *', is_active: true },
        { name: 'nemus-forget-devices', schedule: '27 3 * * *', is_active: true },
        { name: 'nemus-forget-expired', schedule: '17 * * * *', is_active: true },
        { name: 'nemus-forget-notifications', schedule: '37 2 * * *', is_active: true },
        { name: 'nemus-forget-sms', schedule: '7 3 * * *', is_active: true },
        { name: 'nemus-remind-confirmers', schedule: '0 6 * * 1', is_active: true },
        { name: 'nemus-send-letters', schedule: '*/5 * * * *', is_active: true },
        { name: 'nemus-send-notifications', schedule: '* * * * *', is_active: true },
        { name: 'nemus-send-sign-off-letters', schedule: '*/10 * * * *', is_active: true },
        { name: 'nemus-send-sms', schedule: '* * * * *', is_active: true },
        { name: 'nemus-write-invoices', schedule: '*/10 * * * *', is_active: true },
        { name: 'nemus-write-weekly-reports', schedule: '*/10 * * * *', is_active: true },
      ];
      const listed: readonly unknown[] = expected.map((job) => expect.objectContaining(job));
      if (key) expect(data).toEqual(expect.arrayContaining([...listed]));
      else expect(data).toBeNull();
    });

    test('browsers neither see nor run them', async () => {
      const client = newClient(target());
      expect((await client.rpc('nemus_jobs')).error).not.toBeNull();
      for (const name of ['nemus_forget_expired', 'nemus_clear_uploads', 'nemus_schedule_jobs', 'schedule']) {
        expect((await client.rpc(name)).error?.code).toBe('PGRST202');
      }
      expect((await client.schema('cron').from('job').select()).error).not.toBeNull();
    });
  });
}
