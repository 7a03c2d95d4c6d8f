import { LabroomError } from '../api/api-failure.ts';
import { CryptoError } from '../crypto/primitives/crypto-error.ts';
import type { FinishArguments } from './finish-arguments.ts';
import type { ExistingFile, QueuePorts } from './upload-ports.ts';

/** A service and a worker in memory. It records the order of calls, and fails or waits as a test requires. */
export function fakePorts() {
  const calls: string[] = [];
  const finished: FinishArguments[] = [];
  const failures = new Map<string, unknown[]>();
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const stored = new Map<string, ExistingFile>();
  const plaintexts = new Map<string, string>();
  const watchers = new Set<() => void>();
  let issued = 0;
  let time = Date.parse('2026-01-31T09:30:00.000Z');

  async function step(name: string, signal?: AbortSignal) {
    calls.push(name);
    for (const notice of watchers) notice();
    const gate = gates.get(name);
    if (gate) {
      const gone = Promise.withResolvers<never>();
      signal?.addEventListener('abort', () => gone.reject(new CryptoError('ABORTED', 'Cancelled.')), {
        once: true,
      });
      await Promise.race([gate.promise, gone.promise]);
    }
    const failure = failures.get(name)?.shift();
    if (failure) throw failure;
  }

  const ports: QueuePorts = {
    api: {
      async generateDataEncryptionKey(signal) {
        await step('key', signal);
        issued++;
        return {
          plaintextDEK: `secret-${issued}`,
          encryptedDek: `wrapped-${issued}`,
          encryptionSystem: 'kms',
        };
      },
      async initiate(_args, signal) {
        await step('initiate', signal);
        const uploadUrlExpiry = new Date(time + 15 * 60_000).toISOString();
        return { uploadToken: `token-${calls.length}`, uploadUrl: '/put', uploadUrlExpiry, headers: [] };
      },
      async finish(args) {
        await step('finish');
        finished.push(args);
        const did = args.ref ?? `did:odf:${args.path}`;
        const version = args.ref ? 2 : 1;
        const { accessLevel } = args;
        const contentHash = 'sha256:sent';
        if (args.path) stored.set(args.path, { did, version, accessLevel, contentHash, contentLength: '4' });
        return { datasetId: did, contentHash, version };
      },
      async findFile(_oclId, path) {
        await step('findFile');
        return stored.get(path) ?? null;
      },
      async plaintextHash(_oclId, path) {
        await step('plaintextHash');
        return plaintexts.get(path) ?? null;
      },
    },
    crypto: {
      async encrypt(file, _key, running) {
        await step('encrypt', running?.signal);
        // As long as what AES-GCM makes of the file.
        const ciphertext = new Blob(['sealed with key:', new Uint8Array(file.size)]);
        return { ciphertext, iv: 'iv', plaintextHash: 'sha256-plain' };
      },
      async hash(file, running) {
        await step('hash', running?.signal);
        return sha256(await file.text());
      },
      async put(request, running) {
        running?.onBytes?.(request.body.size / 2);
        await step('put', running?.signal);
        return 'sha256:sent';
      },
    },
    async readText(file, signal) {
      await step('text', signal);
      return `text of ${await file.text()}`;
    },
    now: () => time,
    wait: async (milliseconds) => {
      time += milliseconds;
    },
  };

  return {
    ports,
    calls,
    finished,
    stored,
    /** Hashes of encrypted files by path, as far as the caller may open them. */
    plaintexts,
    /** The next calls of a step fail with these errors, in order. */
    fail(name: string, ...errors: unknown[]) {
      failures.set(name, errors);
    },
    /** Calls of a step wait until the returned function is called. */
    hold(name: string): () => void {
      const gate = Promise.withResolvers<void>();
      gates.set(name, gate);
      return () => {
        gates.delete(name);
        gate.resolve();
      };
    },
    /** Resolves when a step has been called `times` times. */
    reached(name: string, times = 1): Promise<void> {
      return new Promise((resolve) => {
        const notice = () => {
          if (calls.filter((call) => call === name).length < times) return;
          watchers.delete(notice);
          resolve();
        };
        watchers.add(notice);
        notice();
      });
    },
    advanceTime(milliseconds: number) {
      time += milliseconds;
    },
  };
}

export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function apiFailure(
  code: string,
  reason?: string,
  retryable = false,
  more: Record<string, unknown> = {},
): LabroomError {
  const details = reason ? JSON.stringify({ reason, ...more }) : null;
  return new LabroomError({ code, message: `${code} happened`, requestId: 'req-1', retryable, details });
}
