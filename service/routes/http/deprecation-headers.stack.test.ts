import { post } from '@labroom/testing/test-client.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { expect, test } from 'vitest';

const service = await openTestService();

const headersOf = async (field: string) => {
  const document = `{ labWithDataRoomAndFiles(shortname: "none") { dataRoom { files { ${field} } } } }`;
  const { status, headers } = await post(service, document);
  return [status, headers.get('deprecation'), headers.get('link')];
};

test('an answer says that its document uses something deprecated, and where the replacement is described', async () => {
  const guide = `${service.context.config.http.webUrl}/developers`;
  expect(await headersOf('createdBy')).toEqual([
    200,
    `@${Date.parse('2026-11-25') / 1_000}`,
    `<${guide}>; rel="deprecation"; type="text/html"`,
  ]);
});

test('other answers have no such headers', async () => {
  expect(await headersOf('path')).toEqual([200, null, null]);
});
