import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../../scripts/find-program.ts';
import { listening } from './until-listening.ts';

/**
 * Starts a real Caddy with a configuration that the documentation gives to whoever deploys the site; only its
 * address, the ports and where it keeps things are others, and it needs no certificate.
 * @param documented the configuration
 * @param url the site's public address, where it listens
 * @param ports of the instances
 * @param folder for its files
 */
export function startCaddy(documented: string, url: string, ports: string[], folder: string) {
  const configuration = documented
    .replace(/^\{\n/m, '{\n\tadmin off\n')
    .replace('letters.example.org', url)
    .replace('localhost:3000', ports.map((port) => `localhost:${port}`).join(' '));
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, configuration);
  const child = spawn(findProgram('caddy'), ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: 'ignore',
  });
  return listening(Number(new URL(url).port), child);
}
