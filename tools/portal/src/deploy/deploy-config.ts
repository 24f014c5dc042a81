/**
 * `npm run deploy-config -w @nemus/portal -- <config.json> --portal <address> --out <folder>`: writes the
 * configuration of nginx for the shell's page and the release store, from the configuration that the page
 * will read and the description that the local server follows.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError } from '@nemus/host/config/config';
import { deployedSites } from './deployment';
import { nginxConfig } from './nginx';

const USAGE = `Usage: npm run deploy-config -w @nemus/portal -- <config.json> --portal <address> --out <folder>
  --portal <address>        where the portal is reached, such as https://portal.example
  --api <address>           where the backend is, to be reached under the portal's address: supabase.url of
                            config.json is the portal's then; left out, pages ask the backend themselves
  --site-folder <folder>    files of the shell on the server (/srv/nemus/site)
  --store-folder <folder>   the release store on the server; left out, no store is served
  --config-file <file>      config.json on the server (/srv/nemus/config.json)
  --certificate <file>      chain of the certificate, with --certificate-key <file>
  --log-file <file>         requests, without anything about people (/var/log/nginx/nemus.log)
  --report                  the youngest rules only report what they would refuse
`;

// npm runs this in the package's folder; paths in arguments belong to the folder that npm was called from.
process.chdir(process.env['INIT_CWD'] ?? '.');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    portal: { type: 'string' },
    api: { type: 'string' },
    out: { type: 'string' },
    'site-folder': { type: 'string', default: '/srv/nemus/site' },
    'store-folder': { type: 'string' },
    'config-file': { type: 'string', default: '/srv/nemus/config.json' },
    'log-file': { type: 'string', default: '/var/log/nginx/nemus.log' },
    certificate: { type: 'string' },
    'certificate-key': { type: 'string' },
    report: { type: 'boolean', default: false },
  },
});
const { portal, out, certificate, 'certificate-key': key } = values;
const [file] = positionals;
if (
  file === undefined ||
  positionals.length > 1 ||
  !portal ||
  !out ||
  (certificate === undefined) !== (key === undefined)
) {
  process.stderr.write(USAGE);
  process.exit(2);
}
try {
  const sites = deployedSites({
    config: JSON.parse(await readFile(file, 'utf8')),
    scripts: values.report ? 'report' : 'enforce',
    portal,
    api: values.api,
    siteFolder: values['site-folder'],
    storeFolder: values['store-folder'],
    configFile: values['config-file'],
    logFile: values['log-file'],
    certificate: certificate !== undefined && key !== undefined ? { chain: certificate, key } : undefined,
  });
  await mkdir(out, { recursive: true });
  await writeFile(path.join(out, 'nemus.nginx.conf'), nginxConfig(sites));
  process.stdout.write(`Written to ${out}: nemus.nginx.conf\n`);
} catch (error) {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`Nothing is written.\n${error.message}\n`);
  process.exitCode = 1;
}
