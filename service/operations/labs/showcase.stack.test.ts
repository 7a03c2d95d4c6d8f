import { UpdateLabNftMetadataDocument } from '@labroom/client/documents';
import { indexChain } from '@labroom/testing/index-chain.ts';
import { ask, resultOf } from '@labroom/testing/test-client.ts';
import { grantRole } from '@labroom/testing/test-lab.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { uploadFile } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { expect, test } from 'vitest';
import type { ContentSource, LabContent } from '#core/ports/content-source.ts';
import { runCommand } from '#operator/operator.fixture.ts';

/** Curators whose entries and failures the tests control. */
const entries = new Map<string, LabContent>();
let isDown = false;
const content: ContentSource = {
  async labs() {
    if (isDown) throw new Error('connect ECONNREFUSED');
    return entries;
  },
};

const service = await openTestService({ overrides: { content } });
const [lipase, soil, coil] = [
  await registeredLab(service),
  await registeredLab(service),
  await registeredLab(service),
];
const all = [lipase, soil, coil];
const guest = await fundedWallet();

const operator = async (...args: string[]) => (await runCommand(service, ...args)).output;
const feature = (lab: RegisteredLab, ...more: string[]) => operator('feature', '--lab', lab.oclId, ...more);
const unfeature = (lab: RegisteredLab) => operator('unfeature', '--lab', lab.oclId);

async function shown(): Promise<[rule: string, labs: string[]]> {
  const { showcase } = await ask(service, '{ showcase { rule labs { oclId } } }');
  return [showcase.rule, showcase.labs.map(({ oclId }: { oclId: string }) => oclId)];
}

const describeLab = (lab: RegisteredLab, description: string) =>
  resultOf(service, UpdateLabNftMetadataDocument, { oclId: lab.oclId, input: { description } }, lab.token);

/** Ten files, two members, a description. */
async function fill(lab: RegisteredLab): Promise<void> {
  const paths = Array.from({ length: 10 }, (_, at) => `${at}.csv`);
  await Promise.all(paths.map((path) => uploadFile(service, lab, 'x', { path })));
  await grantRole(lab.owner, { oclId: lab.oclId, to: guest.address, role: 'VIEWER' });
  await indexChain(service.context);
  await describeLab(lab, 'Enzymes that work hot.');
}

test('without chosen and without verified labs, none is shown', async () => {
  expect(await shown()).toEqual(['NONE', []]);
});

test('thirty labs of others change nothing, however many files they upload last', async () => {
  await feature(soil);
  const hostile = await Promise.all(Array.from({ length: 30 }, () => registeredLab(service)));
  await Promise.all(hostile.map((lab) => uploadFile(service, lab, 'x', { path: 'zero.csv' })));
  expect(await shown()).toEqual(['CHOSEN', [soil.oclId]]);
  await unfeature(soil);
  expect(await shown()).toEqual(['NONE', []]);
});

test('chosen labs are shown from the next request on, in the order of the operator', async () => {
  const [one, two, three] = all.map(({ oclId }) => oclId);
  await feature(lipase);
  expect(await shown()).toEqual(['CHOSEN', [one]]);
  await feature(soil);
  await feature(coil, '--place', '1');
  expect(await shown()).toEqual(['CHOSEN', [three, one, two]]);
  expect(await feature(coil, '--place', '2')).toContain(`Place 2: ${three} ${coil.shortname}.`);
  expect(await shown()).toEqual(['CHOSEN', [one, three, two]]);
  await unfeature(lipase);
  expect(await shown()).toEqual(['CHOSEN', [three, two]]);
  expect((await operator('featured')).split('\n').map((line) => line.split('\t').slice(0, 3))).toEqual([
    ['1', three, coil.shortname],
    ['2', two, soil.shortname],
  ]);
  expect(await operator('featured', '--all')).toMatch(new RegExp(`^-\t${one}\t.*\ttaken out \\S+Z$`, 'm'));
});

test('two commands at the same time give two places', async () => {
  for (const lab of all) await unfeature(lab);
  await Promise.all(all.map((lab) => feature(lab)));
  const lines = (await operator('featured')).split('\n');
  expect(lines.map((line) => line.split('\t')[0])).toEqual(['1', '2', '3']);
});

test('a hidden lab is not shown while it is hidden, and keeps its place', async () => {
  const before = await shown();
  const subject = ['--lab', lipase.oclId];
  await operator('hide', ...subject, '--reason', 'It is an advertisement.');
  expect(await shown()).toEqual(['CHOSEN', before[1].filter((oclId) => oclId !== lipase.oclId)]);
  await operator('unhide', ...subject);
  expect(await shown()).toEqual(before);
  for (const lab of all) await unfeature(lab);
});

test('where none is chosen, verified labs with enough to see are shown, the first registered first', async () => {
  entries.set(soil.oclId, { isVerified: true });
  entries.set(lipase.oclId, { isVerified: true });
  entries.set(coil.oclId, { isVerified: false });
  expect(await shown()).toEqual(['NONE', []]);
  await fill(soil);
  await fill(coil);
  expect(await shown()).toEqual(['VERIFIED', [soil.oclId]]);
  await fill(lipase);
  await uploadFile(service, soil, 'x', { path: 'newest.csv' });
  expect(await shown()).toEqual(['VERIFIED', [lipase.oclId, soil.oclId]]);
  await describeLab(lipase, ' ');
  expect(await shown()).toEqual(['VERIFIED', [soil.oclId]]);
  await operator('hide', '--lab', soil.oclId, '--reason', 'It is an advertisement.');
  expect(await shown()).toEqual(['NONE', []]);
  await operator('unhide', '--lab', soil.oclId);
  isDown = true;
  expect(await shown()).toEqual(['NONE', []]);
  isDown = false;
});

test('the commands say what is wrong, and change nothing then', async () => {
  expect(await operator('feature', '--lab', 'no-such-lab')).toBe('No lab has this oclId or shortname.');
  expect((await runCommand(service, 'feature', '--lab', coil.oclId, '--place', '13')).complaint).toContain(
    '--place: a whole number from 1 to 12.',
  );
  expect((await runCommand(service, 'unfeature', '--lab', coil.oclId)).code).toBe(1);
  expect(await operator('featured')).toBe('');
});
