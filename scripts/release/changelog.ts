import { ReleaseError } from './release-error.ts';

/** `## [0.1.0] - 2026-12-01`, or `## [Unreleased]`. */
const heading = /^## \[(?<name>[^\]]+)\](?: - (?<date>\d{4}-\d{2}-\d{2}))?$/;

interface Section {
  name: string;
  /** `null` of what is not released. */
  date: string | null;
  /** Without the heading. */
  text: string;
}

/** What `CHANGES-<version>.md` says: the section of one version. */
export function changesOf(changelog: string, version: string): string {
  const section = sectionsOf(changelog).find(({ name }) => name === version);
  if (!section?.date)
    throw new ReleaseError(
      `CHANGELOG.md of this commit has no section "## [${version}] - <date>": run \`node scripts/release.ts --prepare --version ${version}\` and commit what it writes.`,
    );
  if (section.text.trim() === '')
    throw new ReleaseError(`The section of ${version} in CHANGELOG.md is empty.`);
  return `# Labroom ${version}, ${section.date}\n\n${section.text.trim()}\n`;
}

/** The changelog with what was unreleased as the section of a version, and an empty section above for what comes next. */
export function cutSection(changelog: string, version: string, date: string): string {
  const sections = sectionsOf(changelog);
  if (sections.some(({ name }) => name === version))
    throw new ReleaseError(`CHANGELOG.md has a section of ${version} already.`);
  const unreleased = sections.find(({ name }) => name === 'Unreleased');
  if (!unreleased || unreleased.text.trim() === '')
    throw new ReleaseError('CHANGELOG.md says nothing under [Unreleased], so there is nothing to release.');
  return changelog.replace(/^## \[Unreleased\]$/m, () => `## [Unreleased]\n\n## [${version}] - ${date}`);
}

function sectionsOf(changelog: string): Section[] {
  const sections: Section[] = [];
  for (const line of changelog.split('\n')) {
    const match = heading.exec(line);
    if (match?.groups)
      sections.push({ name: match.groups.name ?? '', date: match.groups.date ?? null, text: '' });
    else {
      const last = sections.at(-1);
      if (last) last.text += `${line}\n`;
    }
  }
  return sections;
}
