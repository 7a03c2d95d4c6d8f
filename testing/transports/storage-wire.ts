import type { ObjectStorage } from '@labroom/service/platform/storage/object-storage.ts';
import type { Steps } from './steps.ts';

const touching = new Set([
  ...['receive', 'openObject', 'head', 'seal', 'copy', 'read', 'put', 'delete'],
  ...['beginParts', 'storedParts', 'joinParts'],
]);
/** What they open would stay open, were their answer lost: for them it is the same as if nothing was done. */
const opening = new Set(['openObject', 'read']);

/** A storage in which every access of the disk is a step. */
export function storageWire<Storage extends ObjectStorage>(storage: Storage, steps: Steps): Storage {
  return new Proxy(storage, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (typeof name !== 'string' || !touching.has(name)) return value.bind(target);
      return async (...args: unknown[]) => {
        const moment = steps.take(`storage ${name}`);
        if (moment === 'before' || (moment && opening.has(name))) throw new Error('The disk did not do it');
        const answer: unknown = await Reflect.apply(value, target, args);
        if (moment === 'after') throw new Error('The disk did it, and did not say so');
        return answer;
      };
    },
  });
}
