import { z } from 'zod';
import { mailsTo, newAddress } from './mails';
import { newClient, type LocalTarget } from './target';

/** Tools for this machine alone: the inbox, the secret key, lite's own endpoints. */
export function toolsContract(target: () => LocalTarget): void {
  describe('tools', () => {
    test.each(['/', '/_system/introspect', '/studio', '/rest', '/functions/v1/nothing-here', '/v1/anything'])(
      '%s is closed',
      async (path) => {
        expect((await fetch(target().apiUrl + path)).status).toBe(404);
      },
    );

    test('a page of a stranger whose name leads to this machine is not answered', async () => {
      const { request } = await import('node:http');
      for (const address of [target().apiUrl, target().mailUrl]) {
        const status = await new Promise((resolve, reject) => {
          const { port } = new URL(address);
          const asked = request({ host: '127.0.0.1', port, path: '/', headers: { host: 'evil.example' } }, (answer) =>
            resolve(answer.statusCode),
          );
          asked.on('error', reject).end();
        });
        expect(status).toBe(421);
      }
    });

    test('the secret key reads past policies, but never in a browser', async () => {
      const { apiUrl, secretKey } = target();
      const admin = newClient({ apiUrl, publishableKey: secretKey });
      expect((await admin.from('nemus_profiles').select('user_id')).data?.length).toBeGreaterThan(1);
      const headers = { apikey: secretKey, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' };
      expect((await fetch(`${apiUrl}/rest/v1/nemus_profiles`, { headers })).status).toBe(401);
    });

    test('mails are sent with the key alone, and the inbox cannot be read by other origins', async () => {
      const mail = { to: newAddress(), subject: 'Einladung', text: 'Hallo', html: '<p>Hallo</p>' };
      const body = JSON.stringify(mail);
      expect((await fetch(`${target().mailUrl}/api/send`, { method: 'POST', body })).status).toBe(401);
      expect(await mailsTo(target(), mail.to)).toEqual([]);
      const answer = await fetch(`${target().mailUrl}/api/messages`, { headers: { origin: 'https://evil.example' } });
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    });

    test('the inbox shows a mail in a document without scripts', async () => {
      const [mail] = z
        .array(z.object({ id: z.string() }))
        .parse(await (await fetch(`${target().mailUrl}/api/messages`)).json());
      const answer = await fetch(`${target().mailUrl}/messages/${mail?.id}`);
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(answer.headers.get('content-security-policy')).toContain('sandbox');
      expect(await answer.text()).toContain('<base target="_blank">');
      for (const path of ['/', `/?mail=${mail?.id}`, '/inbox.css']) {
        const file = await fetch(target().mailUrl + path);
        expect(file.status).toBe(200);
        expect(file.headers.get('content-security-policy')).not.toContain('unsafe');
      }
    });

    test('the inbox can be emptied', async () => {
      const answer = await fetch(`${target().mailUrl}/api/messages`, { method: 'DELETE' });
      expect(answer.status).toBe(204);
      expect(await (await fetch(`${target().mailUrl}/api/messages`)).json()).toEqual([]);
    });
  });
}
