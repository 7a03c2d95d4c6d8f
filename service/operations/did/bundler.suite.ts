import { type DidFixture, rowOf, startDidFixture } from '@labroom/testing/did-fixture.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bundler, Operation } from '#core/ports/bundler.ts';

/** A bundler, and ways to disturb it. */
interface SuiteBundler {
  bundler: Bundler;
  /** A bundler at a URL that does not respond and contains the word `secret`. */
  unreachable: Bundler;
  stop?(): Promise<void>;
}

/** Contract tests that every bundler must pass. */
export function bundlerSuite(name: string, start: (fixture: DidFixture) => Promise<SuiteBundler>): void {
  describe(name, () => {
    let fixture: DidFixture;
    let running: SuiteBundler;
    beforeAll(async () => {
      fixture = await startDidFixture();
      running = await start(fixture);
    });
    afterAll(async () => {
      await running.stop?.();
      await fixture.stop();
    });

    async function registeredLab() {
      const oclId = await fixture.mintLab();
      await fixture.register(oclId);
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

    test('an accepted operation links the lab once', async () => {
      const oclId = await registeredLab();
      await fixture.work({ bundler: running.bundler });
      await fixture.index();
      expect(await fixture.status(oclId)).toMatchObject({ status: 'LINKED', attempts: 1 });
      expect(await fixture.linksOf(oclId)).toHaveLength(2);
    });

    test('rejects a repeated operation, which has no effect', async () => {
      const oclId = await registeredLab();
      const { sent, bundler } = watched();
      await fixture.work({ bundler });
      const [operation] = sent;
      if (!operation) throw new Error('Nothing was sent');
      await expect(bundler.send(operation)).rejects.toMatchObject({
        refused: true,
        message: expect.stringContaining('AA25'),
      });
      await fixture.index();
      expect(await fixture.linksOf(oclId)).toHaveLength(2);
    });

    test('rejects an operation that was changed after signing with a reason, and a new one is signed', async () => {
      const oclId = await registeredLab();
      const { quote, send } = running.bundler;
      const forging: Bundler = {
        quote,
        send: (operation) => send({ ...operation, callGasLimit: operation.callGasLimit + 1n }),
      };
      await fixture.work({ bundler: forging });
      const row = await rowOf(fixture.service, oclId);
      expect(row).toMatchObject({ status: 'PENDING', attempts: 1 });
      expect(row.lastFailure).toMatch(/refuses the operation: .*AA24/);
      await fixture.work({ bundler: running.bundler });
      await fixture.index();
      expect(await fixture.status(oclId)).toMatchObject({ status: 'LINKED', attempts: 2 });
    });

    test('an unreachable bundler is a failed attempt whose error contains no URL, and the next attempt links', async () => {
      const oclId = await registeredLab();
      await fixture.work({ bundler: running.unreachable });
      const row = await rowOf(fixture.service, oclId);
      expect(row).toMatchObject({ status: 'PENDING', attempts: 1 });
      expect(row.lastFailure).toMatch(/did not (answer|take the operation)/);
      expect(row.lastFailure).not.toContain('secret');
      await fixture.work({ bundler: running.bundler });
      await fixture.index();
      expect(await fixture.status(oclId)).toMatchObject({ status: 'LINKED', attempts: 2 });
    });
  });
}
