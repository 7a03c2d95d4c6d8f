import assert from 'node:assert';
import { createDecipheriv, createHash } from 'node:crypto';
import type { BenchContext } from '../bench-context.ts';
import { startBrowserBench } from '../browser/browser-bench.ts';
import type { Task } from '../browser/task.ts';
import type { Case } from '../row.ts';

interface Words {
  work: Task['work'];
  ours: string;
  peer: string;
  limit: string;
  atMost: number;
}

/** Files of one size in Chromium: the app's code, a simple implementation, and the transfer without encryption. */
export async function browserCase(context: BenchContext, megabytes: number, words: Words): Promise<Case> {
  const bench = await startBrowserBench(context, megabytes * 1_000_000);
  const times = megabytes < 10 ? 10 : 1;
  const side = (way: Task['way']) => ({
    what: words[way],
    async measure() {
      const sum = { ms: 0, 'first byte ms': 0 };
      for (let time = 0; time < times; time += 1) {
        const { milliseconds, firstByte } = await bench.run(words.work, way);
        sum.ms += milliseconds / times;
        sum['first byte ms'] += firstByte / times;
      }
      return words.work === 'upload' ? sum : { ms: sum.ms };
    },
  });
  return {
    name: `${megabytes} MB`,
    figures: {
      ms: { better: 'less', target: { beside: 'limit', atMost: words.atMost } },
      ...(words.work === 'upload' && { 'first byte ms': { better: 'less' as const } }),
    },
    sides: { ours: side('ours'), peer: side('peer'), limit: side('limit') },
    async compare() {
      for (const way of ['ours', 'peer', 'limit'] as const) {
        const { iv, sha256 } = await bench.run(words.work, way);
        if (words.work === 'download')
          assert.equal(sha256, createHash('sha256').update(bench.plaintext).digest('hex'), way);
        else assert(opened(bench.received(), bench.key, iv).equals(bench.plaintext), way);
      }
      bench.keepBodies(false);
    },
  };
}

function opened(body: Buffer, key: Buffer, iv: string): Buffer {
  if (!iv) return body;
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'));
  decipher.setAuthTag(body.subarray(-16));
  return Buffer.concat([decipher.update(body.subarray(0, -16)), decipher.final()]);
}
