import { fakePorts } from '@labroom/client/upload/fake-ports.ts';
import type { ExistingFile, QueuePorts } from '@labroom/client/upload/upload-ports';
import type { UploadItem, UploadSettings } from './upload-item.ts';
import { UploadQueue } from './upload-queue.ts';

export const lab = { oclId: '0x01', shortname: 'lipase', name: 'Lipase screen' };
export const settings: UploadSettings = { lab, access: { level: 'PUBLIC' }, changeBy: '0xaa' };

export const named = (...paths: string[]) => paths.map((path) => ({ file: new File(['four'], 'x'), path }));

export function startQueue(existing: Record<string, ExistingFile> = {}, inParts?: QueuePorts['inParts']) {
  const fake = fakePorts();
  const done: string[] = [];
  const queue = new UploadQueue({
    ports: inParts ? { ...fake.ports, inParts } : fake.ports,
    existing: (oclId, path) => (oclId === lab.oclId ? existing[path] : undefined),
    onDone: ({ path }) => done.push(path),
  });
  const items = () => queue.getSnapshot().items;
  const kinds = () => items().map((item) => item.state.kind);
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const unsubscribe = queue.subscribe(check);
      check();
      function check() {
        if (!holds()) return;
        unsubscribe?.();
        resolve();
      }
    });
  const idle = () => until(() => !queue.getSnapshot().active);
  const item = (index: number): UploadItem => {
    const found = items()[index];
    if (!found) throw new Error(`no item ${index}`);
    return found;
  };
  return { ...fake, queue, done, items, item, kinds, until, idle };
}
