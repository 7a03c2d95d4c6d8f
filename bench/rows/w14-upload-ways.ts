import assert from 'node:assert';
import { createHash, randomBytes } from 'node:crypto';
import { InitiateCreateOrUpdateFileDocument } from '@labroom/client/documents';
import { initiate } from '@labroom/testing/test-upload.ts';
import { formatDocument, stringifyDocument } from '@urql/core';
import { putBytes } from '../stack/transfer.ts';
import { startWeb } from '../stack/web-process.ts';
import type { Case, Row } from './row.ts';

const sizes = [
  { name: '1 MB', bytes: 1_000_000, times: 60 },
  { name: '100 MB', bytes: 100_000_000, times: 2 },
];

interface Put {
  url: string;
  headers: Record<string, string>;
}

/** The two ways of a browser's upload: through the web app, or, with `STORAGE_URL`, directly to the storage. */
export const uploadWays: Row = {
  name: 'W14',
  title: 'a PUT through the web app, and directly to the storage',
  note:
    'The time of the PUT alone; its URL was issued before. CPU is that of all servers together: web app or forwarder, and service. ' +
    'The peer checks neither session nor address.',
  async prepare(context) {
    const stack = await context.emptyStack();
    const web = await startWeb(context, stack);
    const forwarder = await context.program('forward.ts');
    const type = 'application/octet-stream';

    async function throughApp(size: number): Promise<Put> {
      const response = await fetch(`${web.url}/api/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: web.url, cookie: web.cookie },
        body: JSON.stringify({
          query: stringifyDocument(formatDocument(InitiateCreateOrUpdateFileDocument)),
          variables: { oclId: stack.lab.oclId, contentType: type, contentLength: size },
        }),
      });
      const { data } = await response.json();
      const { uploadUrl } = data.initiateCreateOrUpdateFile;
      assert.match(uploadUrl, /^\/api\/uploads\?/);
      return {
        url: web.url + uploadUrl,
        headers: { origin: web.url, cookie: web.cookie, 'content-type': type },
      };
    }

    async function direct(size: number): Promise<Put> {
      const { uploadUrl } = await initiate(stack, stack.lab, size, type);
      return { url: uploadUrl, headers: { 'content-type': type } };
    }

    async function forwarded(size: number): Promise<Put> {
      const { url, headers } = await direct(size);
      return { url: `${forwarder.url}/?to=${encodeURIComponent(url)}`, headers };
    }

    return sizes.map(({ name, bytes: size, times: many }): Case => {
      const bytes = randomBytes(size);
      const times = context.quick ? 1 : many;
      const cpu = () => stack.cpuMilliseconds() + web.cpuMilliseconds() + forwarder.cpuMilliseconds();
      const measuring = (issue: (size: number) => Promise<Put>) => async () => {
        const puts: Put[] = [];
        for (let time = 0; time < times; time += 1) puts.push(await issue(size));
        const cpuBefore = cpu();
        const begun = performance.now();
        for (const { url, headers } of puts) await putBytes(url, bytes, headers);
        const seconds = (performance.now() - begun) / 1_000;
        const gigabytes = (times * size) / 1e9;
        return { 'MB/s': (gigabytes * 1_000) / seconds, 'CPU s/GB': (cpu() - cpuBefore) / 1_000 / gigabytes };
      };
      return {
        name,
        figures: { 'MB/s': { better: 'more' }, 'CPU s/GB': { better: 'less' } },
        sides: {
          ours: { what: 'through /api/uploads of the web app', measure: measuring(throughApp) },
          peer: { what: 'through node:http and pipeline', measure: measuring(forwarded) },
          limit: { what: 'directly to the storage', measure: measuring(direct) },
        },
        async compare() {
          const expected = `"${createHash('sha256').update(bytes).digest('hex')}"`;
          for (const issue of [throughApp, forwarded, direct]) {
            const { url, headers } = await issue(size);
            assert.equal(await putBytes(url, bytes, headers), expected);
          }
        },
      };
    });
  },
};
