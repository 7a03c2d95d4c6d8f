import { setTimeout as pause } from 'node:timers/promises';
import { LabroomError } from '@labroom/client/api-failure';
import { GenerateLabImageUploadUrlDocument } from '@labroom/client/documents';
import { png } from '@labroom/testing/test-image.ts';
import type { Wallet } from '../people.ts';
import { type ClientAction, patience, register, type StormContext, signedIn } from '../storm-context.ts';

/** Founds labs, whose DIDs the worker links on the chain, and gives them pictures, which the worker publishes. */
export async function founder(context: StormContext, wallet: Wallet): Promise<ClientAction> {
  const { people, withRetries, journal } = context;
  const labroom = await signedIn(context, wallet);

  async function sendPicture(oclId: string): Promise<string> {
    const args = { oclId, contentType: 'image/png' };
    const { generateLabImageUploadUrl: upload } = await labroom.call(
      GenerateLabImageUploadUrlDocument,
      args,
      patience(),
    );
    const response = await fetch(upload.uploadUrl ?? '', {
      method: 'PUT',
      headers: { 'content-type': 'image/png' },
      body: new Uint8Array(png()),
      signal: patience(),
    }).catch((cause: unknown) => {
      throw new LabroomError({ code: 'NETWORK_ERROR', message: 'The picture was lost' }, { cause });
    });
    // A lost answer is followed by another URL: the newest picture that arrived is shown.
    if (response.status >= 500) throw new LabroomError({ code: 'NETWORK_ERROR', message: 'No answer' });
    if (!response.ok) throw new Error(`A picture was answered with ${response.status}`);
    return upload.key ?? '';
  }

  return async () => {
    const oclId = await people.lab(wallet);
    await register(context, labroom, oclId);
    const picture = await withRetries('send a picture', () => sendPicture(oclId));
    journal.labs.set(oclId, { picture });
    await pause(2_000);
  };
}
