import { signIn } from '@labroom/testing/actors.ts';
import { ask } from '@labroom/testing/test-client.ts';
import { mintLab } from '@labroom/testing/test-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { expect, test } from 'vitest';

// Who may register a lab: `service/auth/role-matrix.stack.test.ts`.
const service = await openTestService();

const CREATE = `mutation($id: String!) { createLab(input: { oclId: $id }) {
  lab { oclId } error { code details retryable } } }`;

test('one of twenty concurrent calls succeeds; the others get CONFLICT', async () => {
  const owner = await fundedWallet();
  const lab = await mintLab(owner);
  const { token } = await signIn(service, owner);
  const peer = await service.startPeer();
  const services = [service, { ...peer, credential: service.credential }] as const;
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => ask(services[i % 2 ? 1 : 0], CREATE, { id: lab.oclId }, token)),
  );
  const results = answers.map((answer) => answer.createLab);
  expect(results.filter((result) => result.error === null)).toHaveLength(1);
  for (const { error, lab: none } of results.filter((result) => result.error)) {
    expect(error).toEqual({ code: 'CONFLICT', details: '{"reason":"PROJECT_CONFLICT"}', retryable: false });
    expect(none).toBeNull();
  }
});
