import { DataRoomFileDocument, ReleaseManifestDocument } from '@labroom/client/documents';
import { type CitedFile, citeAsBibtex, citeAsCff, citeAsCsl, citeAsText } from '@labroom/protocol/citation';
import { filePath, labPath } from '@labroom/protocol/lab-pages';
import { type Invocation, type Run, textOption } from '../command-line/command.ts';
import { CommandError } from '../command-line/exit-codes.ts';
import { connect, connectToLab, labTitle, pageUrl } from '../connection/connect.ts';
import { pathOfLab } from '../store/paths.ts';

const formats: Readonly<Record<string, (work: CitedFile) => string>> = {
  text: citeAsText,
  bibtex: citeAsBibtex,
  csl: citeAsCsl,
  cff: citeAsCff,
};

/** Cites a version of a file, or a release. */
export const cite: Run = async (invocation) => {
  const name = textOption(invocation, 'format') ?? 'text';
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (!format)
    throw new CommandError('usage', `--format is ${Object.keys(formats).join(', ')}; not ${name}.`);
  const release = textOption(invocation, 'release');
  const work = release ? await citedRelease(invocation, release) : await citedFile(invocation);
  return { text: format(work), data: { ...work, format: name, citation: format(work) } };
};

async function citedFile(invocation: Invocation): Promise<CitedFile> {
  const [typed] = invocation.args;
  if (typed === undefined)
    throw new CommandError('usage', 'Name a file of the lab, or a release with --release.');
  const { client, session, lab, folder } = await connectToLab(invocation);
  const path = pathOfLab(folder, invocation.cwd, typed);
  const { dataRoomFile: file } = await client.call(DataRoomFileDocument, { oclId: lab.oclId, path });
  const wanted = Number(textOption(invocation, 'version') ?? file?.version);
  const version = file?.versions?.find((one) => one.version === wanted);
  if (!file || !version) throw new CommandError('failed', `${path} has no such version in ${lab.shortname}.`);
  const { contentHash, createdAt } = version;
  const url = pageUrl(session, filePath(lab.shortname, file.path, wanted));
  return { labName: lab.name, path: file.path, did: file.did, version: wanted, contentHash, createdAt, url };
}

async function citedRelease(invocation: Invocation, did: string): Promise<CitedFile> {
  const { client, session } = await connect(invocation);
  const { release } = await client.call(ReleaseManifestDocument, { did });
  if (!release) throw new CommandError('failed', `There is no release ${did}.`);
  const { lab, name, number, manifestHash, createdAt } = release;
  const url = pageUrl(session, labPath(lab.shortname, 'releases', [String(number)]));
  return {
    kind: 'release',
    labName: labTitle(lab),
    path: `Data room: ${name}`,
    did,
    version: number,
    contentHash: manifestHash,
    createdAt,
    url,
  };
}
