import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

/** A role that is compared with the name of one. */
const COMPARISON = /(?:[=!]==?|\bcase)\s*'(?:OWNER|CONTRIBUTOR|VIEWER)'/g;

/**
 * Files that compare a role with a name, and how often. None of them decides who may call an operation: that is `mayCall`, `offers` of
 * `useMyRole` and of the data room, and `offersTo`.
 */
const allowed: Record<string, number> = {
  // Rights of the contracts: an owner's role follows the LabNFT, the others are granted and revoked on the chain.
  'components/members/roles/rights.ts': 6,
  'components/members/roles/role-change.ts': 3,
  'components/members/roles/role-choice.tsx': 2,
  'components/members/roles/role-dialog.tsx': 1,
  'components/members/roles/role-form.ts': 1,
  'components/members/list/members-panel.tsx': 1,
  'components/members/list/my-rights.tsx': 2,
  'components/members/member/member-controls.tsx': 2,
  'components/files/opened/access-error-panel.tsx': 2,
  // How a role is named or drawn.
  'components/members/list/access-calendar.tsx': 1,
  'components/members/list/members-table.tsx': 1,
  'components/labs/lab-facts.tsx': 1,
  'components/access-change/renew-keys-dialog.tsx': 1,
  'components/upload/dialog/obstacles.tsx': 1,
};

it('Who may do something is derived from its operation, and not from the name of a role', async () => {
  const found: Record<string, number> = {};
  for await (const file of glob('{app,components,lib,web}/**/*.{ts,tsx}', { cwd: root })) {
    if (/\.(test|fixture|suite)\.tsx?$/.test(file) || file.includes('.generated.')) continue;
    const count = (await readFile(path.join(root, file), 'utf8')).match(COMPARISON)?.length ?? 0;
    if (count > 0) found[file] = count;
  }
  expect(found).toEqual(allowed);
});
