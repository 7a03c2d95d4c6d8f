import { freePort } from '@labroom/testing/free-port.ts';
import webPush from 'web-push';
import { dataDirVariable, mailPortVariable } from './local.ts';
import { startStack } from './start-stack.ts';

/** Starts one stack for all tests, unless `E2E_DATA_DIR` names a running one. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[dataDirVariable]) return undefined;
  // A test that needs a mail server starts it there.
  const mailPort = String(await freePort());
  process.env[mailPortVariable] = mailPort;
  const stack = await startStack({
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    MAIL_FROM: 'notices@labroom.example',
    VAPID_PRIVATE_KEY: webPush.generateVAPIDKeys().privateKey,
    VAPID_CONTACT: 'mailto:operator@labroom.example',
  });
  process.env[dataDirVariable] = stack.dataDir;
  return () => stack.stop();
}
