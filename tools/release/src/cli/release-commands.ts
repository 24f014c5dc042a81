import { shellsInUse } from '../shells-in-use';
import { OVERRIDE_HOURS, releasePath } from '@nemus/registry';
import { readCurrent } from '../change';
import { checkRelease, measureSize } from '../checks';
import { refusal } from '../gate';
import { watchApp } from '../dev';
import { makeOverride } from '../override';
import { packRelease } from '../pack';
import { PREVIEW_HOURS, publishPreview } from '../preview';
import { publishRelease } from '../publish';
import { openPacked, openPublished } from '../release-files';
import { supabaseStoreUrl } from '../store/supabase-store';
import type { ReleaseCommand } from './command';
import { count, hours, withGate, withKey, withPortal } from './options';

/** Commands on a build: pack, check, publish, smoke, override. */
export function addReleaseCommands(program: ReleaseCommand): void {
  withKey(program.command('pack'))
    .argument('<app>', 'folder or name of a built app')
    .description('hash every built file and write dist/release.json')
    .does(async (session, app: string) => {
      const folder = session.appFolder(app);
      const { release, digest } = await packRelease(folder, {
        signerFor: (remote, paths) => session.signer(remote, paths),
      });
      const { name } = release.declaration;
      const files = Object.keys(release.files).length;
      session.answer({
        data: { remote: name, version: release.version, digest, files, signedBy: release.signature?.keyId ?? null },
        text: `Packed ${name} ${release.version}: ${files} files${release.signature ? `, signed by ${release.signature.keyId}` : ''}.`,
      });
    });

  withGate(program.command('check'))
    .argument('<app>', 'folder or name of a packed app')
    .description('measure a packed release against the shell and the other areas')
    .does(async (session, app: string) => {
      const files = await openPacked(session.appFolder(app));
      const current = await readCurrent(session.store(), session.environment);
      const shell = await session.shell();
      const hints: string[] = [];
      const findings = await checkRelease({
        files,
        shell,
        registered: current.registry.remotes,
        inUse: await shellsInUse(session.store(), session.environment),
        open: (remote, version) => openPublished(session.store(), remote, version),
        hint: (sentence) => hints.push(sentence),
      });
      if (findings.length > 0) throw refusal(files, findings);
      const size = await measureSize(files);
      const { name, budget } = files.release.declaration;
      session.answer({
        data: { remote: name, version: files.release.version, size, budget, hints },
        text:
          `${name} ${files.release.version} may go out to "${session.environment}".\n` +
          `Entry ${size.entry} of ${budget.entry} bytes, total ${size.total} of ${budget.total} (brotli).${hints
            .map((sentence) => `\n  ${sentence}`)
            .join('')}`,
      });
    });

  program
    .command('publish')
    .argument('<app>', 'folder or name of a packed app')
    .description('put a packed release into the store; changes nothing for users')
    .does(async (session, app: string) => {
      const packed = await openPacked(session.appFolder(app));
      const total = Object.keys(packed.release.files).length;
      let done = 0;
      const onFile = (file: string) => session.progress(`[${(done += 1)}/${total}] ${file}`);
      const { status, pointer, release } = await publishRelease(session.store(), packed, {
        who: session.who(),
        onFile,
      });
      const { name } = release.declaration;
      session.answer({
        data: { status, remote: name, pointer },
        text:
          status === 'published'
            ? `Published ${name} ${pointer.version}. No user has it yet: promote it, or set a canary.`
            : `${name} ${pointer.version} is already published.`,
      });
    });

  withPortal(program.command('smoke'))
    .argument('<remote>', 'name of the area')
    .argument('[version]', 'published version; by default what is built in this checkout')
    .description('open the area alone in the real shell, in a real browser')
    .does(async (session, remote: string, version: string | undefined) => {
      await session.smoke(remote, version);
      session.answer({ data: { remote, version: version ?? null }, text: `${remote} works in the shell.` });
    });

  withKey(program.command('preview'))
    .argument('<app>', 'folder or name of a packed app')
    .option('--hours <number>', `until it ends, up to ${PREVIEW_HOURS}`, hours, 72)
    .option('--store-url <url>', 'address of the store for browsers (default: of a Supabase project)')
    .description('publish a build that accounts with the right to override open until it ends; it is no release')
    .does(async (session, app: string, options: { hours: number }) => {
      const packed = await openPacked(session.appFolder(app));
      const { name: remote } = packed.release.declaration;
      const [store, signer] = [session.store(), await session.signer(remote)];
      const preview = await publishPreview({ store, packed, signer, who: session.who(), hours: options.hours });
      const { location } = store;
      const root = session.storeUrl ?? (location.startsWith('http') ? supabaseStoreUrl(location) : '<store address>');
      const url = `${root.replace(/\/*$/, '/')}${releasePath(remote, preview.version)}`;
      session.answer({
        data: { remote, url, ...preview },
        text: `Preview ${preview.version} of ${remote}, until ${preview.ends}. Open it with an override, up to ${OVERRIDE_HOURS} hours at a time:\n  npx --no-install @nemus/release override ${remote} --url ${url} --hours ${OVERRIDE_HOURS}`,
      });
    });

  withKey(program.command('dev'))
    .argument('<app>', 'folder or name of an app')
    .option('--port <number>', 'where, on this machine', count, 4300)
    .option('--hours <number>', `how long the override lasts, up to ${OVERRIDE_HOURS}`, hours, OVERRIDE_HOURS)
    .description('build an app with every change and serve it to your own browser, in a portal that runs; until Ctrl-C')
    .does(async (session, app: string, options: { port: number; hours: number }) => {
      const served = await watchApp({
        appFolder: session.appFolder(app),
        port: options.port,
        signerFor: (remote, paths) => session.signer(remote, paths),
        onBuild: ({ version, ms, problems }) =>
          session.progress(
            version === null
              ? `${problems}\nThe build failed; the last one is served.`
              : `Built ${version} in ${ms} ms.`,
          ),
      });
      try {
        const { remote, url } = served;
        const { override } = await makeOverride({ remote, url, hours: options.hours });
        session.answer({
          data: { override },
          text: `Serving ${remote} at ${url} until Ctrl-C, rebuilt on every change.\nPaste this line into the portal, page "Diagnose" (/diagnose), section "Umleitung", and load the page again after a change:\n${JSON.stringify(override)}`,
        });
        await Promise.race([session.ended(), served.ended]);
      } finally {
        await served.close();
      }
    });

  program
    .command('override')
    .argument('<remote>', 'name of the area')
    .requiredOption(
      '--url <address>',
      'folder with release.json and the built files, on an origin that the portal lists',
    )
    .option('--hours <number>', `how long it lasts, up to ${OVERRIDE_HOURS}`, hours, 1)
    .description("make an override for the shell's panel: your own build, in your own browser, for a while")
    .does(async (session, remote: string, options: { url: string; hours: number }) => {
      const { override, accounts } = await makeOverride({ remote, ...options });
      const hint =
        accounts.length > 1
          ? ''
          : `\nOnly accounts of type "${accounts.join()}" open its pages: sign in with one that may override it, or look at it without any: npx --no-install @nemus/release smoke ${remote}`;
      session.answer({
        data: { override, accounts },
        text: `Paste this line into the portal, page "Diagnose" (/diagnose), section "Umleitung":\n${JSON.stringify(override)}${hint}`,
      });
    });
}
