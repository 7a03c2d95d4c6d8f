import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '@labroom/testing/free-port.ts';
import { expect, test } from 'vitest';
import { Preparation } from './preparation.ts';
import { StartError } from './start-error.ts';

const clock = Promise.resolve({ advanceTo: async () => undefined });

test('a task that fails tells its reason, and the process goes on', async () => {
  const preparation = new Preparation(clock);
  const rpcUrl = `http://127.0.0.1:${await freePort()}`;
  for (const _ of [1, 2])
    await expect(preparation.run('deploy', { rpcUrl, webUrl: null })).rejects.toThrow(rpcUrl);
  preparation.end();
});

test('a task that an ended process leaves, and one that it gets, fail with one sentence', async () => {
  const preparation = new Preparation(clock);
  // A node that takes a request and says nothing.
  const node = createServer();
  node.listen(0, '127.0.0.1');
  await once(node, 'listening');
  const rpcUrl = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
  const failure = new StartError('The preparation failed: its process ended.');
  const left = expect(preparation.run('deploy', { rpcUrl, webUrl: null })).rejects.toThrow(failure);
  await once(node, 'request');
  preparation.end();
  await left;
  await expect(preparation.run('deploy', { rpcUrl, webUrl: null })).rejects.toThrow(failure);
  node.close();
});
