import type { Cdp } from '../../e2e/browser/cdp.ts';
import { proportionalBytesOf } from '../stack/process-figures.ts';

export const roles = ['tab', 'main process', 'network process'] as const;
export type Role = (typeof roles)[number];

/** Milliseconds since 1970, and bytes. */
export type MemorySample = { at: number } & Record<Role, number>;

/** What a part of the upload did, in milliseconds since 1970. */
export interface PartSpan {
  /** From 1. */
  number: number;
  does: 'made' | 'sent';
  begun: number;
  ended: number;
}

const EVERY_MS = 250;

/** Reads the memory of Chromium's processes four times a second, until it is stopped. */
export function watchMemory(cdp: Cdp): { samples: MemorySample[]; stop(): Promise<void> } {
  const samples: MemorySample[] = [];
  const ending = Promise.withResolvers<void>();
  let isStopped = false;
  const watching = (async () => {
    while (!isStopped) {
      const { processInfo } = await cdp.send<{ processInfo: { type: string; id: number }[] }>(
        'SystemInfo.getProcessInfo',
      );
      const most = (type: string) =>
        Math.max(
          0,
          ...processInfo.filter((one) => one.type === type).map(({ id }) => proportionalBytesOf(id)),
        );
      samples.push({
        at: Date.now(),
        tab: most('renderer'),
        'main process': most('browser'),
        'network process': most('network.mojom.NetworkService'),
      });
      await Promise.race([ending.promise, new Promise((resolve) => setTimeout(resolve, EVERY_MS))]);
    }
  })();
  return {
    samples,
    async stop() {
      isStopped = true;
      ending.resolve();
      await watching;
    },
  };
}

/**
 * Runs in the page before its own scripts: keeps when each part was asked of the worker that encrypts and came from it, and when another worker was
 * given it to send and had sent it. The instrumentation of a debugger would copy every body, and be ten times slower.
 */
export const watchParts = `
  window.partSpans = [];
  const now = () => performance.timeOrigin + performance.now();
  const numbers = new WeakMap();
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, transfer) {
    if (message.operation === 'send') {
      const [begun, number] = [now(), numbers.get(message.args.body)];
      this.addEventListener('message', ({ data }) => {
        if ('result' in data) partSpans.push({ number, does: 'sent', begun, ended: now() });
      });
    }
    return postMessage.call(this, message, transfer);
  };
  const post = MessagePort.prototype.postMessage;
  MessagePort.prototype.postMessage = function (message, transfer) {
    if (message === undefined || message instanceof Uint8Array) {
      const begun = now();
      this.addEventListener('message', ({ data: { number, body } }) => {
        numbers.set(body, number);
        partSpans.push({ number, does: 'made', begun, ended: now() });
      }, { once: true });
    }
    return post.call(this, message, transfer);
  };`;
