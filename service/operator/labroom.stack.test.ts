import { post } from '@labroom/testing/test-client.ts';
import type { RegisteredLab } from '@labroom/testing/test-registered-lab.ts';
import type { TestService } from '@labroom/testing/test-service.ts';
import { uploadFile } from '@labroom/testing/test-upload.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand, startFilledService } from './operator.fixture.ts';

let service: TestService;
let lab: RegisteredLab;
beforeAll(async () => {
  ({ service, lab } = await startFilledService());
});
afterAll(() => service.stop());

const run = (args: string[]) => runCommand(service, ...args);

describe('the command line', () => {
  test('lists its commands; a wrong command line gives exit code 2 and a message that says what would be right', async () => {
    expect(await run([])).toMatchObject({ code: 0, output: expect.stringContaining('verify-storage') });
    expect((await run(['nothing'])).code).toBe(2);
    expect((await run(['constructor'])).code).toBe(2);
    expect(await run(['set-quota', '--ocl-id', lab.oclId])).toMatchObject({
      code: 2,
      output: '',
      complaint: expect.stringContaining('Say --bytes.'),
    });
    expect((await run(['set-quota', '--bites', '1'])).code).toBe(2);
  });

  test.each([
    ['set-quota', '--help'],
    ['set-quota', '-h'],
    ['set-quota', '--bytes', '1', '--help'],
    ['help', 'set-quota'],
  ])('%s %s shows the help of one command', async (...args) => {
    const { code, output, complaint } = await run(args);
    expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
    expect(output).toContain('--bytes <number>');
    expect(output).not.toContain('verify-storage');
  });

  test('errors are written to standard error, never to standard output', async () => {
    for (const args of [
      ['nothing'],
      ['help', 'nothing'],
      ['backup'],
      ['ledger', '--format', 'xml'],
      ['check', 'x'],
    ])
      expect(await run(args)).toMatchObject({ code: 2, output: '', complaint: expect.stringMatching(/./) });
    expect((await run(['nothing'])).complaint).toContain('Unknown command: nothing.');
  });

  test('a credential works until it is revoked', async () => {
    const { output: credential } = await run(['create-credential', '--label', 'a program']);
    const status = async () =>
      (await post({ url: service.url, credential }, '{ labs { totalCount } }')).status;
    expect(await status()).toBe(200);
    const id = credential.split('_')[2] ?? '';
    expect((await run(['list-credentials'])).output).toMatch(
      new RegExp(`^${id}\t.*\tvalid\ta program(\tlast used .*)?$`, 'm'),
    );
    expect((await run(['list-credentials'])).output).not.toContain(credential.split('_')[3]);
    expect((await run(['revoke-credential', '--id', id])).code).toBe(0);
    expect(await status()).toBe(401);
    expect((await run(['revoke-credential', '--id', id])).code).toBe(1);
  });

  test('a credential can name visitors only if the operator allowed it', async () => {
    const nowhere = { 'x-visitor-address': 'nowhere' };
    const statusOf = async (...more: string[]) => {
      const { output: credential } = await run(['create-credential', '--label', 'an app', ...more]);
      return (await post({ url: service.url, credential }, '{ labs { totalCount } }', {}, nowhere)).status;
    };
    expect(await statusOf('--names-visitors')).toBe(400);
    expect(await statusOf()).toBe(200);
    const { output } = await run(['list-credentials']);
    expect(output.match(/\tan app(\tnames visitors)?(?=\tlast used |$)/gm)).toEqual([
      '\tan app\tnames visitors',
      '\tan app',
    ]);
  });

  test('a credential can have limits, which list-credentials shows', async () => {
    const make = (...more: string[]) => run(['create-credential', '--label', 'limited', ...more]);
    expect((await make('--expires-in', '90d', '--read-only', '--per-minute', '60')).code).toBe(0);
    expect((await make('--mutations', 'createLab,decryptDataKey')).code).toBe(0);
    const { output } = await run(['list-credentials']);
    expect(output).toMatch(/\tvalid until \S+Z\tlimited\tread-only\t60 per minute$/m);
    expect(output).toMatch(/\tvalid\tlimited\tonly createLab, decryptDataKey$/m);
    for (const wrong of [
      ['--expires-in', 'soon'],
      ['--mutations', 'createLab,nothing'],
      ['--mutations', ''],
      ['--per-minute', '0'],
      ['--read-only', '--mutations', 'createLab'],
    ])
      expect(await make(...wrong)).toMatchObject({ code: 2, output: '' });
  });

  test('an invalid oclId is reported', async () => {
    expect((await run(['retry-did-linking', '--ocl-id', '0x12'])).code).toBe(2);
  });

  test('a quota applies from the next upload on', async () => {
    expect((await run(['set-quota', '--ocl-id', lab.oclId, '--bytes', '40'])).code).toBe(0);
    await expect(uploadFile(service, lab, 'x'.repeat(50), { path: 'big' })).rejects.toThrow();
    expect((await run(['set-quota', '--ocl-id', lab.oclId, '--bytes', '5000000000'])).code).toBe(0);
    expect((await run(['set-quota', '--ocl-id', `0x0101${'0'.repeat(59)}1`, '--bytes', '1'])).code).toBe(1);
  });
});
