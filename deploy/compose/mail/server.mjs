/** Hands the mails of the functions (`POST /send` with `x-mail-key`) to a mail server by SMTP. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import nodemailer from 'nodemailer';

const { MAIL_KEY = '', SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASS, SMTP_ADMIN_EMAIL, SMTP_SENDER_NAME } = process.env;
if (MAIL_KEY.length < 20 || !SMTP_HOST || !SMTP_ADMIN_EMAIL)
  throw new Error('MAIL_KEY, SMTP_HOST or SMTP_ADMIN_EMAIL is missing.');
/** An attachment has 5 MB at most, a third more in base64. */
const LONGEST = 8_000_000;

const local = ['localhost', '127.0.0.1'].includes(SMTP_HOST);
const transport = nodemailer.createTransport({
  host: SMTP_HOST,
  port: Number(SMTP_PORT),
  secure: SMTP_PORT === '465',
  requireTLS: !local && SMTP_PORT !== '465',
  ...(SMTP_USER && { auth: { user: SMTP_USER, pass: SMTP_PASS } }),
  // No mail makes this process read its own files or another server.
  disableFileAccess: true,
  disableUrlAccess: true,
});
const digest = (text) => createHash('sha256').update(text).digest();

async function read(request) {
  const parts = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length > LONGEST) throw new Error('too long');
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString());
}

const server = createServer(async (request, response) => {
  const end = (status) => response.writeHead(status).end();
  if (request.method !== 'POST' || request.url !== '/send') return end(404);
  if (!timingSafeEqual(digest(String(request.headers['x-mail-key'])), digest(MAIL_KEY))) return end(401);
  try {
    const { to, subject, text, html, attachments = [], headers = {} } = await read(request);
    if (typeof to !== 'string') return end(400);
    await transport.sendMail({
      from: { name: SMTP_SENDER_NAME ?? '', address: SMTP_ADMIN_EMAIL },
      to: { name: '', address: to },
      subject,
      text,
      html,
      headers,
      attachments: attachments.map(({ filename, contentType, content }) => ({
        filename,
        contentType,
        content,
        encoding: 'base64',
      })),
    });
    end(202);
  } catch (error) {
    const failure = { time: new Date().toISOString(), level: 'error', message: String(error?.message ?? error) };
    process.stderr.write(`${JSON.stringify(failure)}\n`);
    end(502);
  }
});
server.listen(Number(process.env['PORT'] ?? 8025), process.env['HOST'] ?? '127.0.0.1');
