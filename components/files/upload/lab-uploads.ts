'use client';
import { callApi } from '#lib/api/browser.ts';
import { storedUploadMemory } from '#lib/upload/stored-upload-memory.ts';
import type { UploadMemory } from '#lib/upload/upload-memory.ts';
import { UploadQueue } from '#lib/upload/upload-queue.ts';
import { warnBeforeLeaving } from '#lib/upload/warn-before-leaving.ts';
import { fileCrypto } from '#packages/client/crypto/crypto-api.ts';
import { createUploadApi } from '#packages/client/upload/upload-api.ts';
import type { ExistingFile, QueuePorts } from '#packages/client/upload/upload-ports.ts';
import { wait } from '#packages/client/wait.ts';

/** The uploads of one lab. They continue while the user visits other pages of the app. */
export interface LabUploads {
  queue: UploadQueue;
  memory: UploadMemory;
  /** Files of the data room by path, as the page last loaded them. */
  known: Map<string, ExistingFile>;
  /** Called after each finished file. */
  onDone: Set<() => void>;
}

const ports: QueuePorts = {
  api: createUploadApi(callApi),
  crypto: fileCrypto,
  now: () => Date.now(),
  wait,
};

const byLab = new Map<string, LabUploads>();

/** The upload queue of a lab, one per tab. */
export function uploadsOf(oclId: string): LabUploads {
  const existing = byLab.get(oclId);
  if (existing) return existing;
  const known = new Map<string, ExistingFile>();
  const onDone = new Set<() => void>();
  const memory = storedUploadMemory(() => window.localStorage, oclId);
  const queue = new UploadQueue({
    ports,
    memory,
    existing: (path) => known.get(path),
    onDone: () => {
      for (const listener of onDone) listener();
    },
  });
  warnBeforeLeaving(queue, window);
  const uploads = { queue, memory, known, onDone };
  byLab.set(oclId, uploads);
  return uploads;
}
