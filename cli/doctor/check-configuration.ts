import { OwnerFacingError } from '#core/errors.ts';
import { isLoopback } from '#core/loopback.ts';
import { type Config, checkConfig, readEnvironment } from '../../config.ts';
import { checkEnvironmentFile } from './check-environment-file.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

/** The addresses of private networks, as one has at home (RFC 1918). */
const PRIVATE = /^(10|192\.168|172\.(1[6-9]|2\d|3[01]))\.[\d.]+$/;

/** Checks the configuration. `config` is null when it is invalid. */
export async function checkConfiguration(): Promise<{
  findings: Finding[];
  config: Config | null;
}> {
  let environment: ReturnType<typeof readEnvironment>;
  try {
    environment = readEnvironment();
  } catch (error) {
    if (!(error instanceof OwnerFacingError)) throw error;
    return { findings: error.message.split('\n').map(wrong), config: null };
  }
  const checked = checkConfig(environment.variables);
  const findings = [
    ...(checked.ok ? whatDoesNotFit(checked.config) : checked.faults.map(wrong)),
    ...(await checkEnvironmentFile()),
    ...environment.warnings.map(({ text, serious }) => (serious ? wrong(text) : note(text))),
  ];
  const sound = findings.every(({ mark }) => mark !== 'WRONG');
  return {
    findings: sound ? [ok('The configuration can be used.'), ...findings] : findings,
    config: checked.ok ? checked.config : null,
  };
}

/** Valid combinations that are probably mistakes. */
function whatDoesNotFit({ host, siteUrl, trustedProxies }: Config): Finding[] {
  const site = siteUrl === null ? null : new URL(siteUrl);
  const local = site === null || isLoopback(site.hostname);
  const findings: Finding[] = [];
  if (local && !isLoopback(host)) {
    findings.push(
      wrong(
        'HOST lets readers come from elsewhere, but SITE_URL is on localhost, so their links ' +
          'lead nowhere and nobody can unlock the portal from there. Set SITE_URL to the address that readers use.',
      ),
    );
  }
  if (!local && site?.protocol === 'http:') {
    const open = 'SITE_URL begins with http://, so passwords travel in the open';
    findings.push(
      PRIVATE.test(site.hostname)
        ? note(`${open}: for a network at home only.`)
        : wrong(
            `${open}. Put a web server with a certificate in front, and say https:// in SITE_URL.`,
          ),
    );
  }
  if (!local && site?.protocol === 'https:' && trustedProxies === 0) {
    findings.push(
      wrong(
        'SITE_URL begins with https://, so there is a web server in front, but TRUST_PROXY is off: ' +
          'all readers look like one, and one who guesses passwords locks everyone out. Set TRUST_PROXY=1.',
      ),
    );
  }
  if (local && findings.length === 0) {
    findings.push(note('SITE_URL is on localhost: the site is for this machine only.'));
  }
  return findings;
}
