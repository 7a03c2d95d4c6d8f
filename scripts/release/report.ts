import type { Release } from './make-release.ts';

/** What a release is, what publishes it, and what nothing here has shown. */
export function reportOf({ version, commit, folder, files, tag, signature, record }: Release): string {
  const isPackage = (file: string) => file.endsWith('.tgz');
  const sources = `labroom-${version}-source.tar.gz`;
  const publish = [
    ...(tag ? [`git push origin refs/tags/${tag}`] : []),
    ...files.filter(isPackage).map((file) => `npm publish ${file} --access public`),
    `tar -xzf ${sources} && cd labroom-${version}`,
    ...['service', 'web', 'store'].map(
      (image) =>
        `docker build -f deploy/${image}.Dockerfile -t REGISTRY/labroom-${image}:${version} . && docker push REGISTRY/labroom-${image}:${version}`,
    ),
    `${tag ? `attach all files of ${folder} to the tag ${tag}` : `publish all files of ${folder}`}`,
  ];
  const missing = [
    ...(tag
      ? []
      : ['NOT SIGNED: without --sign-with there is neither a signature nor a tag, so this is a rehearsal.']),
    'The images were not built: their base images and Debian packages are whatever their registries have then.',
    'Node and the Debian packages of the images are in no SBOM and in no list of licences.',
    'The packages were not compared with advisories: `npm run advisories` does that.',
    `The record of the tests is that of the machine that made it, ${record.started} to ${record.ended}: it is taken at its word.`,
    ...(record.skipped > 0 ? [`${record.skipped} tests were skipped on that machine.`] : []),
    'Who owns the names of the packages in a registry was not asked.',
  ];
  return [
    `Labroom ${version} of commit ${commit}, in ${folder}:`,
    ...files.map((file) => `  ${file}${file === signature ? ' (signature of SHA256SUMS)' : ''}`),
    ...(tag ? [`Signed tag: ${tag}`] : []),
    '',
    'Nothing is published. Who has the credentials publishes it in that folder with:',
    ...publish.map((line) => `  ${line}`),
    '',
    'Not shown here:',
    ...missing.map((line) => `  ${line}`),
  ].join('\n');
}
