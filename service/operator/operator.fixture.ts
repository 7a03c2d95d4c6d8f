import { indexChain } from '@labroom/testing/index-chain.ts';
import { generateAgreement } from '@labroom/testing/test-agreement.ts';
import { uploadSecret } from '@labroom/testing/test-encryption.ts';
import { png, sendImage } from '@labroom/testing/test-image.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { announce, deleteFile, uploadFile } from '@labroom/testing/test-upload.ts';
import pino from 'pino';
import { numberEvents } from '../operations/activity/number-events.ts';
import { publishImages } from '../worker/publish-images.ts';
import { createContext } from './installation/create-context.ts';
import { labroom } from './labroom.ts';

/** Runs a command within the environment of a service. Returns its exit code and what it printed. */
export async function runCommand(
  { context, databaseUrl }: Pick<TestService, 'context' | 'databaseUrl'>,
  ...args: string[]
) {
  const lines: string[] = [];
  const complaints: string[] = [];
  const { config, secrets } = context;
  const open = () => createContext({ config, secrets, databaseUrl });
  const code = await labroom(
    args,
    open,
    (line) => lines.push(line),
    (line) => complaints.push(line),
    async () => ({ config, secrets, databaseUrl, replicaUrls: [] }),
  );
  return { code, lines, output: lines.join('\n'), complaint: complaints.join('\n') };
}

/** A service with five stored objects and six feed entries of one lab. */
export async function startFilledService(): Promise<{ service: TestService; lab: RegisteredLab }> {
  const service = await startTestService();
  const lab = await registeredLab(service);
  const first = await uploadFile(service, lab, 'one', { path: 'a.txt', tags: ['x', 'ü'] });
  await uploadFile(service, lab, 'two', { ref: first.datasetId });
  await uploadFile(service, lab, 'gone', { path: 'gone.txt' });
  await uploadSecret(service, lab, 'plain', { path: 's' });
  await deleteFile(service, lab, 'gone.txt');
  await announce(service, lab);
  await generateAgreement(service, { oclId: lab.oclId, symbol: 'IPT' });
  await sendImage(service, lab, png());
  await publishImages(service.context, pino({ enabled: false }));
  await indexChain(service.context);
  await numberEvents(service.context);
  return { service, lab };
}
