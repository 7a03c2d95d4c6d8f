import { createHash, randomBytes } from 'node:crypto';
import { finishLarge, initiateParts, PART, partsOf } from '@labroom/testing/test-parts.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService } from '@labroom/testing/test-service.ts';
import { fileAt, put, uploadFile } from '@labroom/testing/test-upload.ts';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { labs } from '#platform/db/tables/labs.ts';

const LENGTH = 4 * 2 ** 30 + 5;

test('a file of four gigabytes is stored in parts, and small files are finished meanwhile', {
  timeout: 900_000,
}, async () => {
  const service = await startTestService();
  try {
    const lab = await registeredLab(service);
    await service.context.db
      .update(labs)
      .set({ storageLimit: 10 ** 10 })
      .where(eq(labs.oclId, lab.oclId));
    const { uploadToken, parts } = await initiateParts(service, lab, LENGTH);
    expect(parts.count).toBe(513);
    const part = randomBytes(PART);
    const hash = createHash('sha256');
    for (let first = 1; first <= parts.count; first += 100) {
      const numbers = Array.from(
        { length: Math.min(100, parts.count - first + 1) },
        (_, index) => first + index,
      );
      for (const { number, url, headers } of (await partsOf(service, lab, uploadToken, ...numbers)).urls) {
        part.writeUInt32BE(number);
        const bytes = part.subarray(0, Math.min(PART, LENGTH - (number - 1) * PART));
        hash.update(bytes);
        expect(await put({ uploadUrl: url, headers }, bytes)).toBe(200);
      }
    }
    const large = finishLarge(service, lab, uploadToken, 'large.bin');
    const order: string[] = [];
    void large.then(() => order.push('large')).catch(() => {});
    const small = await uploadFile(service, lab, 'small', { path: 'small.txt' });
    order.push('small');
    const { result } = await large;
    expect([small.error, result.error]).toEqual([null, null]);
    expect(result.contentHash).toBe(`sha256:${hash.digest('hex')}`);
    expect(order).toEqual(['small', 'large']);
    const { contentLength, downloadUrl } = await fileAt(service, lab, 'large.bin');
    expect(contentLength).toBe(String(LENGTH));
    const response = await fetch(downloadUrl, { headers: { range: `bytes=${LENGTH - 5}-` } });
    part.writeUInt32BE(parts.count);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(part.subarray(0, 5));
  } finally {
    await service.stop();
  }
});
