import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { hangUp, startFaultyNode } from '@labroom/service/chain/faulty-node.fixture.ts';
import { serviceTokens } from '@labroom/service/platform/db/tables/tokens.ts';
import { requireStack } from '@labroom/testing/require-stack.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { uploadFile } from '@labroom/testing/test-upload.ts';
import { revokeToken } from '@labroom/testing/token-requests.ts';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fundedMachine, type Machine } from './cli.fixture.ts';

/** A session that ended is never reported as a missing right, in no command (packages/cli/command-line/exit-codes.ts). */

let service: TestService;
let node: Awaited<ReturnType<typeof startFaultyNode>>;
let owner: Machine;
let lab: RegisteredLab;

beforeAll(async () => {
  node = await startFaultyNode(requireStack('rpcUrl'));
  service = await startTestService({ variables: { RPC_URL: node.rpcUrl } });
  owner = await fundedMachine();
  lab = await registeredLab(service, owner.account);
  await uploadFile(service, lab, 'for all', { path: 'public.txt' });
  await owner.login(service.url);
  expect(await owner.json('init', lab.shortname)).toMatchObject({ code: 0 });
  await owner.write('team.txt', 'for the team');
  expect(await owner.json('sync', '--yes')).toMatchObject({ code: 0 });
  await owner.write('local.txt', 'new here');
  await rm(join(owner.folder, 'team.txt'));
});
afterAll(async () => {
  await owner[Symbol.asyncDispose]();
  await service.stop();
  await node.stop();
});

const sessions = () => join(owner.home, '.config/labroom/sessions.json');
interface Kept {
  sessions: Record<string, { serviceToken: string; tokenId: string; consumerId: string }>;
}
async function kept() {
  const all: Kept = JSON.parse(await readFile(sessions(), 'utf8'));
  const [session] = Object.values(all.sessions);
  if (!session) throw new Error('There is no session');
  return { all, session };
}

const commands: readonly (readonly string[])[] = [
  ['ls'],
  ['ls', '--lab', 'LAB'],
  ['down', '--yes'],
  ['down', 'team.txt', '--yes'],
  ['sync', '--yes'],
  ['sync', '--dry-run'],
  ['up', '--yes'],
  ['up', '--dry-run'],
  ['who', 'team.txt'],
  ['cite', 'team.txt'],
  ['verify', 'local.txt'],
  ['open', 'team.txt', '--print'],
  ['payments'],
  ['grant', '0x52ab0000000000000000000000000000000000ab', 'viewer', '--yes'],
  ['revoke', '0x52ab0000000000000000000000000000000000ab', '--yes'],
  ['withdraw', '--yes'],
  ['mcp'],
];

/** How a session ends, and how it says so. */
const endings: Record<string, { says: RegExp; end(): Promise<unknown> }> = {
  'was revoked': {
    says: /was revoked/,
    async end() {
      const { session } = await kept();
      return revokeToken(service, session.tokenId, session.serviceToken);
    },
  },
  'has expired': {
    says: /has expired/,
    async end() {
      const { session } = await kept();
      return service.context.db
        .update(serviceTokens)
        .set({ expiresAt: sql`now() - interval '1 second'` })
        .where(eq(serviceTokens.id, session.tokenId));
    },
  },
  'has a token that the service does not know': {
    says: /does not accept the token/,
    async end() {
      const { all, session } = await kept();
      session.serviceToken = `${session.serviceToken.slice(0, -4)}AAAA`;
      await writeFile(sessions(), JSON.stringify(all));
    },
  },
};

describe.each(Object.entries(endings))('with a session that %s', (_, { says, end }) => {
  beforeAll(async () => {
    await owner.login(service.url);
    await end();
  });

  test.each(commands.map((args) => [args.join(' '), args] as const))(
    '%s ends with 3, and says to sign in',
    async (_, args) => {
      const { code, stdout, stderr } = await owner.run(...args.map((arg) => arg.replace('LAB', lab.oclId)));
      expect({ code, stderr, stdout }).toEqual({
        code: 3,
        stderr: expect.stringMatching(/labroom login/),
        stdout: '',
      });
      expect(stderr).toMatch(says);
      expect(stdout + stderr).not.toMatch(/not yours/i);
    },
  );

  test('a command in JSON says it in JSON', async () => {
    expect(await owner.json('ls')).toMatchObject({
      code: 3,
      error: { exit: 'signIn', code: 'UNAUTHENTICATED' },
    });
  });

  test('init ties no folder', async () => {
    const settings = join(owner.folder, '.labroom/config.json');
    await rename(settings, `${settings}.kept`);
    const { code, stderr } = await owner.run('init', lab.shortname, '--service', service.url);
    await rename(`${settings}.kept`, settings);
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringMatching(says) });
  });
});

describe('with a session that holds', () => {
  beforeAll(() => owner.login(service.url));

  test('a file of others is not yours, and one of which the chain says nothing is not called so', async () => {
    expect((await owner.run('ls')).stdout).not.toMatch(/not yours|could not/);
    node.fail(hangUp);
    try {
      const { code, stdout } = await owner.run('ls');
      expect({ code, stdout }).toEqual({
        code: 1,
        stdout: expect.stringMatching(/Team \(whether it is yours could not be read/),
      });
      expect(stdout).not.toContain('not yours to open');
      const down = await owner.json<{ failed: object[]; locked: string[] }>('down', '--yes');
      expect(down).toMatchObject({ code: 1, locked: [], failed: [{ path: 'team.txt' }] });
    } finally {
      node.fail(null);
    }
    expect(await owner.json('down', '--yes')).toMatchObject({ code: 0, downloaded: ['team.txt'] });
  });
});
