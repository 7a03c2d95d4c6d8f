import { hostilePictures } from '@labroom/testing/hostile-pictures.ts';
import { watchedLog } from '@labroom/testing/log-watch.ts';
import { ask } from '@labroom/testing/test-client.ts';
import { imageOf, png, sendImage, shownAt } from '@labroom/testing/test-image.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { expect, test } from 'vitest';
import { publishImages } from './publish-images.ts';

const service = await openTestService();
const [hostile, honest] = [await registeredLab(service), await registeredLab(service)];
const urlOf = (key: string) => `${service.url}/${key}`;

test('every hostile picture is refused with a reason or becomes a small bitmap, while the service answers', async () => {
  const shown = await sendImage(service, honest, png({ width: 7 }));
  await publishImages(service.context, watchedLog().log);
  for (const { name, type, bytes, outcome } of hostilePictures) {
    const key = await sendImage(service, hostile, bytes, type);
    let isDone = false;
    const working = publishImages(service.context, watchedLog().log).finally(() => {
      isDone = true;
    });
    // Each answer comes while the picture is drawn: the process that serves is the one that waits.
    let answers = 0;
    while (!isDone) {
      await ask(service, '{ labs(perPage: 1) { nodes { image } } }');
      answers += 1;
    }
    expect(await working, name).toMatchObject({ done: 1 });
    expect(answers, name).toBeGreaterThan(0);
    const { imageUpload } = await imageOf(service, hostile.oclId);
    if (outcome === 'refused') expect(imageUpload, name).toMatchObject({ status: 'REFUSED' });
    if (outcome === 'harmless') expect(imageUpload, name).toMatchObject({ status: 'PUBLISHED' });
    if (imageUpload.status === 'REFUSED') expect(imageUpload.reason, name).toMatch(/^[A-Z_]+$/);
    else {
      const { type: served, format, width, height } = await shownAt(urlOf(key));
      expect([served, format], name).toEqual(['image/png', 'png']);
      expect(Math.max(width, height), name).toBeLessThanOrEqual(1_024);
    }
  }
  expect((await fetch(urlOf(shown))).status).toBe(200);
});

test('a wallet that sends many slow pictures delays its own only', async () => {
  const slow = hostilePictures.find(({ name }) => name === 'five thousand translucent groups');
  const [many, one] = [await registeredLab(service), await registeredLab(service)];
  // Each differs, so that none is known.
  for (let at = 0; at < 6; at += 1)
    await sendImage(service, many, `${slow?.bytes.toString()}<!-- ${at} -->`, 'image/svg+xml');
  const key = await sendImage(service, one, png());
  await publishImages(service.context, watchedLog().log);
  expect((await imageOf(service, one.oclId)).image).toBe(urlOf(key));
});
