import assert from 'node:assert';
import { createDecipheriv, createHash } from 'node:crypto';
import { startBrowserBench } from '../browser/browser-bench.ts';
import type { Task } from '../browser/task.ts';
import type { BenchContext } from '../stack/bench-context.ts';
import type { Case } from './row.ts';

interface Words {
  work: Task['work'];
  ours: string;
  peer: string;
  limit: string;
  atMost: number;
  /** Folder with tus, if it could be installed. */
  tus?: string | null;
}

/** Files of one size in Chromium: the app's code, a simple implementation, and the transfer without encryption. */
export async function browserCases(context: BenchContext, megabytes: number, words: Words): Promise<Case[]> {
  const bench = await startBrowserBench(context, megabytes * 1_000_000, words.tus);
  const times = megabytes < 10 ? 10 : 1;
  const side = (way: Task['way']) => ({
    what: way === 'tus' ? 'tus-js-client and @tus/server, unencrypted' : words[way],
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
  const plain: Case = {
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
        else assert(opened(await bench.received(), bench.key, iv).equals(bench.plaintext), way);
      }
    },
  };
  if (!words.tus) return [plain];
  const besideTus: Case = {
    name: `${megabytes} MB beside tus`,
    figures: {
      ms: { better: 'less', target: { beside: 'peer', atMost: 1.3 } },
      'first byte ms': { better: 'less' },
    },
    sides: { ours: side('ours'), peer: side('tus') },
    async compare() {
      await bench.run('upload', 'tus');
      assert((await bench.received()).equals(bench.plaintext), 'tus');
    },
  };
  return [plain, besideTus];
}

function opened(body: Buffer, key: Buffer, iv: string): Buffer {
  if (!iv) return body;
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'));
  decipher.setAuthTag(body.subarray(-16));
  return Buffer.concat([decipher.update(body.subarray(0, -16)), decipher.final()]);
}
