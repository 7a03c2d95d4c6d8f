import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  CreateAnnouncementDocument,
  GenerateAgreementDocument,
  LabIdentityDocument,
  UpdateLabNftMetadataDocument,
} from '@labroom/client/documents';
import { clientOf } from '@labroom/local/data-dir/client-of.ts';
import type { LocalJson } from '@labroom/local/data-dir/local-json.ts';
import { hiddenCharacter } from '@labroom/protocol/hidden-character';
import type { PrivateKeyAccount } from 'viem';
import { makeLab } from '../stack/labs.ts';
import { dataDir } from '../stack/local.ts';
import { attachHostileToken } from './hostile-token.ts';
import { setPathFromBefore } from './path-from-before.ts';
import * as payload from './payloads.ts';

export interface HostileLab {
  oclId: string;
  shortname: string;
  /** Occurs in every searchable text. */
  word: string;
  /** Paths in upload order. */
  files: string[];
  agreementKey: string;
  /** Another lab of the same owner, whose attached token has a hostile name. */
  withToken: string;
}

/** Creates a lab whose texts, files and images all try to run scripts or to call the canary. */
export async function makeHostileLab(
  stack: LocalJson,
  owner: PrivateKeyAccount,
  { host, word }: { host: string; word: string },
): Promise<HostileLab> {
  const { oclId } = await makeLab(stack, owner, `${word}${payload.labNameAttack}`);
  const client = await clientOf(stack).signIn(owner);
  const { call: api } = client;
  await api(UpdateLabNftMetadataDocument, {
    oclId,
    input: {
      description: payload.markdown(host, word),
      image: `https://${host}/lab.png`,
      externalUrl: `http://${host}/"><script>alert(1)</script>`,
    },
  });
  const files: string[] = [];
  const dids: string[] = [];
  for (const { name, type, text } of hostileFiles(host, word)) {
    const isRefused = hiddenCharacter(name) !== undefined;
    const said = `${payload.attack(host, 'description')} ${word} ${payload.disguised('d')}`;
    const receipt = await client.upload({
      oclId,
      body: text,
      contentType: type,
      target: { path: isRefused ? `${word}-${files.length}` : name },
      access: 'PUBLIC',
      description: said,
      tags: [`${word}-tag`, payload.attack(host, 't').slice(0, 100), payload.disguised('t'), 't'.repeat(100)],
      categories: [payload.attack(host, 'c').slice(0, 100), payload.disguised('c')],
      contentText: `${payload.attack(host, 'text')} ${word} ${payload.attack(host, 'text')} <mark>${word}</mark>`,
    });
    if (isRefused) await setPathFromBefore(receipt.datasetId, name);
    files.push(name);
    dids.push(receipt.datasetId);
  }
  await api(CreateAnnouncementDocument, {
    oclId,
    headline: `${word} ${payload.attack(host, 'headline')} ${payload.disguised('h')} ${'h'.repeat(120)}`,
    body: payload.markdown(host, word),
    attachments: dids,
  });
  await curate(oclId, host, word);
  const agreement = await api(GenerateAgreementDocument, {
    agreementData: JSON.stringify({ oclId, symbol: 'HOST', title: payload.attack(host, 'agreement') }),
  });
  const { labWithDataRoomAndFiles: lab } = await api(LabIdentityDocument, { oclId });
  const { agreementKey } = agreement.generateOclMembershipAgreement;
  if (!lab || !agreementKey) throw new Error('The hostile lab is not there');
  const withToken = await makeLab(stack, owner, `${word} with a token`);
  // The longest name that the tokenizer accepts.
  const tokenName = Buffer.from(
    `${payload.attack(host, 'token')} ${word} ${payload.disguised('t')}\n${payload.longest}`,
  ).subarray(0, 256);
  await attachHostileToken(stack, owner, withToken, tokenName.toString());
  return { oclId, shortname: lab.shortname, word, files, agreementKey, withToken: withToken.shortname };
}

function hostileFiles(host: string, word: string): { name: string; type: string; text: string }[] {
  const { nameAttack, reversed, longest } = payload;
  return [
    { name: `${nameAttack}.md`, type: 'text/markdown', text: payload.markdown(host, word) },
    {
      name: `<script>alert(1)</script>/${payload.disguised('f')}/${word}.html`,
      type: 'text/html',
      text: payload.html(host),
    },
    { name: `${word}.svg`, type: 'image/svg+xml', text: payload.svg(host) },
    { name: `${word}-upper.svg`, type: 'IMAGE/SVG+XML', text: payload.svg(host) },
    { name: `${word}-picture.png`, type: 'image/png', text: payload.html(host) },
    { name: `${word}-page.img`, type: 'image/x+xml', text: payload.xhtml(host) },
    { name: `${word}-page.mp3`, type: 'audio/x+xml', text: payload.xhtml(host) },
    { name: `${word}-page.mp4`, type: 'video/mp4', text: payload.html(host) },
    { name: reversed, type: 'application/pdf', text: payload.pdf(host) },
    { name: `${word}-page.pdf`, type: 'application/pdf', text: payload.html(host) },
    { name: `=cmd|${word}.csv`, type: 'text/csv', text: payload.csv(host) },
    { name: `${word}.ipynb`, type: 'application/x-ipynb+json', text: payload.notebook(host) },
    { name: `${word}.json`, type: 'application/json', text: payload.json(host) },
    { name: `${word}.xhtml`, type: 'application/xhtml+xml', text: payload.xhtml(host) },
    { name: `${word}.js`, type: 'application/javascript', text: `alert(1);fetch("http://${host}/js")` },
    {
      name: `${longest.slice(0, 200)}/${longest.slice(0, 200)}/${longest}.txt`,
      type: 'text/plain',
      text: payload.html(host),
    },
    { name: `x${'}'}, url = {http://${host}}`.replaceAll('/', '-'), type: 'text/plain', text: 'braces' },
  ];
}

/** Writes hostile curators' data to the content source of the stack. */
async function curate(oclId: string, host: string, word: string): Promise<void> {
  const file = path.join(dataDir(), 'content.json');
  const content = JSON.parse(await readFile(file, 'utf8'));
  const said = (place: string) => `${word} ${payload.attack(host, place)} ${payload.disguised(place)}`;
  content.labs.push({
    oclId,
    // Level 1, whatever digits follow: other tests count the labs from level 2 on.
    trlValue: `1 ${said('4')}`.slice(0, 200),
    trlRationale: payload.markdown(host, word),
    trlLastUpdated: '2026-01-01',
    weightedScore: 0.5,
    scoreInterpretation: said('score'),
    criterionScores: [
      { criterion: said('criterion'), score: -5 },
      { criterion: 'x'.repeat(200), score: 5 },
    ],
    scoredAt: '2026-01-01',
    todos: [{ todo: said('todo'), completed: false }],
    isVerified: false,
  });
  await writeFile(file, JSON.stringify(content));
}
