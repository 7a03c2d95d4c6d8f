import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DidWorld, rowOf, startDidWorld } from '../testing/did-world.ts';
import type { Bundler, Operation } from './bundler.ts';

/** A way to the EntryPoint of a chain, and ways to disturb it. */
interface SuiteBundler {
  bundler: Bundler;
  /** One that would be where nobody is, at a URL with the word `secret`. */
  unreachable: Bundler;
  stop?(): Promise<void>;
}

/** What DID linking relies on, whoever brings its operations to the chain. */
export function bundlerSuite(name: string, start: (world: DidWorld) => Promise<SuiteBundler>): void {
  describe(name, () => {
    let world: DidWorld;
    let running: SuiteBundler;
    beforeAll(async () => {
      world = await startDidWorld();
      running = await start(world);
    });
    afterAll(async () => {
      await running.stop?.();
      await world.stop();
    });

    async function registeredLab() {
      const oclId = await world.mintLab();
      await world.register(oclId);
      return oclId;
    }
    /** The bundler, with its `send` watched. */
    function watched() {
      const sent: Operation[] = [];
      const { quote, send } = running.bundler;
      const bundler: Bundler = {
        quote,
        send: (operation) => {
          sent.push(operation);
          return send(operation);
        },
      };
      return { sent, bundler };
    }

    test('what it accepts links the lab, once', async () => {
      const oclId = await registeredLab();
      await world.work({ bundler: running.bundler });
      await world.index();
      expect(await world.status(oclId)).toMatchObject({ status: 'LINKED', attempts: 1 });
      expect(await world.linksOf(oclId)).toHaveLength(2);
    });

    test('the same operation again is refused, and does nothing', async () => {
      const oclId = await registeredLab();
      const { sent, bundler } = watched();
      await world.work({ bundler });
      const [operation] = sent;
      if (!operation) throw new Error('Nothing was sent');
      await expect(bundler.send(operation)).rejects.toMatchObject({
        refused: true,
        message: expect.stringContaining('AA25'),
      });
      await world.index();
      expect(await world.linksOf(oclId)).toHaveLength(2);
    });

    test('what was changed after it was signed is refused by its name, and is made anew', async () => {
      const oclId = await registeredLab();
      const { quote, send } = running.bundler;
      const forging: Bundler = {
        quote,
        send: (operation) => send({ ...operation, callGasLimit: operation.callGasLimit + 1n }),
      };
      await world.work({ bundler: forging });
      const row = await rowOf(world.service, oclId);
      expect(row).toMatchObject({ status: 'PENDING', attempts: 1 });
      expect(row.lastFailure).toMatch(/refuses the operation: .*AA24/);
      await world.work({ bundler: running.bundler });
      await world.index();
      expect(await world.status(oclId)).toMatchObject({ status: 'LINKED', attempts: 2 });
    });

    test('nobody there is a failed attempt without a word of where, and the next one links', async () => {
      const oclId = await registeredLab();
      await world.work({ bundler: running.unreachable });
      const row = await rowOf(world.service, oclId);
      expect(row).toMatchObject({ status: 'PENDING', attempts: 1 });
      expect(row.lastFailure).toMatch(/did not (answer|take the operation)/);
      expect(row.lastFailure).not.toContain('secret');
      await world.work({ bundler: running.bundler });
      await world.index();
      expect(await world.status(oclId)).toMatchObject({ status: 'LINKED', attempts: 2 });
    });
  });
}
