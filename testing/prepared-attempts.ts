import { signIn } from './actors.ts';
import type { Person, RoleFixture } from './role-fixture.ts';
import { initiateParts } from './test-parts.ts';
import { sent } from './test-upload.ts';

/** What the attempts of a fixture share. Test files of one process have fixtures of their own. */
interface Prepared {
  /** The token of the lab's owner that everybody is after. */
  coveted?: { tokenId: string };
  /** An upload that the owner has ready. */
  ready?: string;
  readyInParts?: string;
}
const prepared = new WeakMap<RoleFixture, Prepared>();
function preparedFor(fixture: RoleFixture): Prepared {
  const known = prepared.get(fixture) ?? {};
  prepared.set(fixture, known);
  return known;
}

/** A new token where it may be had. */
export async function tokenOfOwner(fixture: RoleFixture, mayDo: boolean) {
  const known = preparedFor(fixture);
  known.coveted = known.coveted && !mayDo ? known.coveted : await signIn(fixture.service, fixture.lab.owner);
  return known.coveted.tokenId;
}

/** An upload of the owner. Somebody who may finish it gets one of their own. */
export async function readyUpload(fixture: RoleFixture) {
  const known = preparedFor(fixture);
  known.ready ??= await sent(fixture.service, fixture.lab, 'ready');
  return known.ready;
}

/** The owner's upload in parts, or one of the person's own. */
export async function uploadInParts(fixture: RoleFixture, { lab }: Person, mayDo: boolean) {
  const known = preparedFor(fixture);
  known.readyInParts ??= (await initiateParts(fixture.service, fixture.lab, 1)).uploadToken;
  const uploadToken = mayDo ? (await initiateParts(fixture.service, lab, 1)).uploadToken : known.readyInParts;
  return { oclId: lab.oclId, uploadToken };
}
