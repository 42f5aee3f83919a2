import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../../scripts/find-program.ts';
import { freePort } from './free-port.ts';
import { listening } from './until-listening.ts';

const CONFIGURATION = join(import.meta.dirname, '../../docs/deploying/nginx.conf');

/**
 * Starts a real nginx with the configuration that the documentation gives to whoever deploys the
 * site; only its name, its certificate, its ports and the place of its log are others.
 * @param url the site's public address, where it listens
 * @param ports of the instances
 * @param folder for its files
 */
export async function startNginx(url: string, ports: string[], folder: string) {
  const { port } = new URL(url);
  const servers = ports.map((port) => `  server 127.0.0.1:${port} max_fails=0;\n`).join('');
  const site = readFileSync(CONFIGURATION, 'utf8')
    .replace(/(?: *server 127.*\n)+/, servers)
    .replaceAll(/ +listen \[::\].*\n/g, '')
    .replace(/listen 80;/, `listen 127.0.0.1:${await freePort()};`)
    .replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`)
    .replaceAll(/ +ssl_certificate.*\n/g, '')
    .replaceAll('/var/log/nginx', folder)
    .replaceAll('letters.example.org', 'localhost');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, frame(folder, site));
  const args = ['-c', file, '-p', folder, '-e', join(folder, 'error.log')];
  const child = spawn(findProgram('nginx'), args, { stdio: 'inherit' });
  return listening(Number(port), child);
}

/** The main configuration file around the site's part, with only what a test needs. */
function frame(folder: string, site: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = temporary.map((name) => `${name}_temp_path ${join(folder, name)};`);
  return `daemon off;
worker_processes 1;
pid ${join(folder, 'nginx.pid')};
events { worker_connections 4096; }
http {
  access_log off;
  ${paths.join('\n  ')}
  ${site}
}
`;
}
