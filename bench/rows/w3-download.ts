import assert from 'node:assert';
import { createHash, randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ask } from '@labroom/testing/test-client.ts';
import { uploadFile } from '@labroom/testing/test-upload.ts';
import { startNginx } from '../stack/peers.ts';
import { getBytes, putBytes } from '../stack/transfer.ts';
import type { Case, Row, Side } from './row.ts';

const sizes = [
  { name: '1 MB', bytes: 1_000_000, times: 100 },
  { name: '100 MB', bytes: 100_000_000, times: 4 },
];

export const download: Row = {
  name: 'W3',
  title: 'GET of a file by its signed URL',
  note: 'The stores are in memory where /dev/shm is. Node has no sendfile: the limit sends from memory, without reading a file.',
  async prepare(context) {
    const stack = await context.emptyStack();
    const plain = await context.program('bytes-plain.ts', await context.directory());
    const limit = await context.program('bytes-limit.ts', await context.directory());
    const nginx = await startNginx(context);
    return sizes.flatMap(({ name, bytes: size, times: many }): Case[] => {
      const bytes = randomBytes(size);
      const times = context.quick ? 1 : many;
      let ours = '';
      const timed = async (server: { cpuMilliseconds(): number }, url: string) => {
        const cpu = server.cpuMilliseconds();
        const begun = performance.now();
        for (let time = 0; time < times; time += 1) assert.equal((await getBytes(url)).length, size);
        const seconds = (performance.now() - begun) / 1_000;
        return {
          'MB/s': (times * size) / 1e6 / seconds,
          'CPU s/GB': (server.cpuMilliseconds() - cpu) / 1_000 / ((times * size) / 1e9),
        };
      };
      const side: Side = { what: 'the service, by a signed URL', measure: () => timed(stack, ours) };
      const bare: Case = {
        name,
        figures: {
          'MB/s': { better: 'more', target: { beside: 'limit', atMost: 1.5 } },
          'CPU s/GB': { better: 'less', target: { beside: 'limit', atMost: 3 } },
        },
        sides: {
          ours: side,
          peer: {
            what: 'node:http, a read stream piped into the answer',
            measure: () => timed(plain, `${plain.url}/file`),
          },
          limit: { what: 'a socket, from memory', measure: () => timed(limit, `${limit.url}/file`) },
        },
        async compare() {
          const path = `${randomBytes(4).toString('hex')}.bin`;
          const { error } = await uploadFile(stack, stack.lab, bytes, { path });
          assert.equal(error, null);
          const query = `query($oclId: String!, $path: String!) { dataRoomFile(oclId: $oclId, path: $path) { downloadUrl } }`;
          ours = (await ask(stack, query, { oclId: stack.lab.oclId, path })).dataRoomFile.downloadUrl;
          for (const { url } of [plain, limit]) await putBytes(`${url}/file`, bytes);
          const sha256 = createHash('sha256').update(bytes).digest('hex');
          for (const url of [ours, `${plain.url}/file`, `${limit.url}/file`])
            assert.deepEqual(await getBytes(url, true), { length: size, sha256 });
        },
      };
      if (!nginx) return [bare];
      const url = `${nginx.url}/${size}`;
      const besideNginx: Case = {
        name: `${name} beside nginx`,
        figures: { 'MB/s': { better: 'more' }, 'CPU s/GB': { better: 'less' } },
        sides: { ours: side, peer: { what: 'nginx, by sendfile', measure: () => timed(nginx, url) } },
        async compare() {
          await writeFile(join(nginx.folder, `${size}`), bytes);
          const sha256 = createHash('sha256').update(bytes).digest('hex');
          assert.deepEqual(await getBytes(url, true), { length: size, sha256 });
        },
      };
      return [bare, besideNginx];
    });
  },
};
