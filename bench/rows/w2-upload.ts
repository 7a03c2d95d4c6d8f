import assert from 'node:assert';
import { createHash, randomBytes } from 'node:crypto';
import { initiate } from '@labroom/testing/test-upload.ts';
import { startS3rver } from '../stack/peers.ts';
import { putBytes } from '../stack/transfer.ts';
import type { Case, Row, Side } from './row.ts';

const sizes = [
  { name: '1 MB', bytes: 1_000_000, times: 60 },
  { name: '100 MB', bytes: 100_000_000, times: 2 },
];

/** A PUT to the storage: hashed while it arrives and synced to the disk before the response. */
export const upload: Row = {
  name: 'W2',
  title: 'PUT of a file, hashed on the way and synced',
  note: 'The stores are in memory where /dev/shm is. s3rver hashes by MD5, and syncs nothing.',
  async prepare(context) {
    const stack = await context.emptyStack();
    const plain = await context.program('bytes-plain.ts', await context.directory());
    const limit = await context.program('bytes-limit.ts', await context.directory());
    const s3rver = await startS3rver(context);
    return sizes.flatMap(({ name, bytes: size, times: many }): Case[] => {
      const bytes = randomBytes(size);
      const times = context.quick ? 1 : many;
      const timed = async (
        server: { cpuMilliseconds(): number },
        send: (time: number) => Promise<unknown>,
      ) => {
        const cpu = server.cpuMilliseconds();
        const begun = performance.now();
        for (let time = 0; time < times; time += 1) await send(time);
        const seconds = (performance.now() - begun) / 1_000;
        return {
          'MB/s': (times * size) / 1e6 / seconds,
          'CPU s/GB': (server.cpuMilliseconds() - cpu) / 1_000 / ((times * size) / 1e9),
        };
      };
      const grant = () => initiate(stack, stack.lab, size, 'application/octet-stream');
      const type = { 'content-type': 'application/octet-stream' };
      const ours: Side = {
        what: 'the service, by a signed single-use URL',
        async measure() {
          const urls: string[] = [];
          for (let time = 0; time < times; time += 1) urls.push((await grant()).uploadUrl);
          return timed(stack, (time) => putBytes(urls[time] ?? '', bytes, type));
        },
      };
      const bare: Case = {
        name,
        figures: {
          'MB/s': { better: 'more' },
          'CPU s/GB': { better: 'less', target: { beside: 'limit', atMost: 1.3 } },
        },
        sides: {
          ours,
          peer: {
            what: 'node:http, pipeline through a hash into a file',
            measure: () => timed(plain, (time) => putBytes(`${plain.url}/${time}`, bytes)),
          },
          limit: {
            what: 'a socket, hashed and written where it arrives',
            measure: () => timed(limit, (time) => putBytes(`${limit.url}/${time}`, bytes)),
          },
        },
        async compare() {
          const expected = `"${createHash('sha256').update(bytes).digest('hex')}"`;
          assert.equal(await putBytes((await grant()).uploadUrl, bytes, type), expected);
          for (const { url } of [plain, limit]) assert.equal(await putBytes(`${url}/0`, bytes), expected);
        },
      };
      if (!s3rver) return [bare];
      const besideS3rver: Case = {
        name: `${name} beside s3rver`,
        figures: {
          'MB/s': { better: 'more' },
          'CPU s/GB': { better: 'less', target: { beside: 'peer', atMost: 1 } },
        },
        sides: {
          ours,
          peer: {
            what: 's3rver',
            measure: () => timed(s3rver, (time) => putBytes(`${s3rver.bucket}/${time}`, bytes)),
          },
        },
        async compare() {
          const expected = `"${createHash('md5').update(bytes).digest('hex')}"`;
          assert.equal(await putBytes(`${s3rver.bucket}/0`, bytes), expected);
        },
      };
      return [bare, besideS3rver];
    });
  },
};
