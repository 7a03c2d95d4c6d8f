import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { promisify } from 'node:util';
import { listen } from '@labroom/testing/transports/listen.ts';

/** What ends TLS before the programs: `https://localhost:…` leads to ports of 127.0.0.1. This process trusts it. */
export async function openTls(dir: string) {
  const [keyFile, certFile] = [join(dir, 'tls.key'), join(dir, 'tls.crt')];
  const about = ['-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', keyFile, '-out', certFile];
  await promisify(execFile)('openssl', ['req', '-x509', '-nodes', '-newkey', 'rsa:2048', ...files, ...about]);
  const [key, cert] = await Promise.all([readFile(keyFile), readFile(certFile, 'utf8')]);
  const trusted = getCACertificates();
  setDefaultCACertificates([...trusted, cert]);
  const closing: (() => Promise<void>)[] = [];
  return {
    /** @returns the https URL that leads to a port */
    async to(port: number): Promise<string> {
      const server = createServer({ key, cert }, (client) => {
        const upstream = connect(port, '127.0.0.1');
        client.on('error', () => upstream.destroy()).pipe(upstream);
        upstream.on('error', () => client.destroy()).pipe(client);
        // A closed server waits for its connections.
        closing.push(async () => void client.destroy());
      });
      const proxy = await listen(server);
      closing.push(proxy.close);
      return `https://localhost:${proxy.port}`;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(closing.map((close) => close()));
      setDefaultCACertificates(trusted);
    },
  };
}
