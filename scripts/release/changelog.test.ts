import { expect, test } from 'vitest';
import { changesOf, cutSection } from './changelog.ts';

const changelog = `# Changelog

Words before.

## [Unreleased]

What it is.

### Added

- \`a$&\` and [b](docs/versions.md)

## [0.1.0] - 2026-01-02

- The first.
`;

test('cutting makes what was unreleased the section of the version, and loses nothing', () => {
  const cut = cutSection(changelog, '0.2.0', '2026-03-04');
  expect(cut).toBe(changelog.replace('## [Unreleased]', () => '## [Unreleased]\n\n## [0.2.0] - 2026-03-04'));
  expect(changesOf(cut, '0.2.0')).toBe(
    '# Labroom 0.2.0, 2026-03-04\n\nWhat it is.\n\n### Added\n\n- `a$&` and [b](docs/versions.md)\n',
  );
  expect(changesOf(cut, '0.1.0')).toBe('# Labroom 0.1.0, 2026-01-02\n\n- The first.\n');
});

test('a section is cut once, and only where there is something to release', () => {
  const cut = cutSection(changelog, '0.2.0', '2026-03-04');
  expect(() => cutSection(cut, '0.2.0', '2026-03-05')).toThrow('has a section of 0.2.0 already');
  expect(() => cutSection(cut, '0.3.0', '2026-03-05')).toThrow('nothing under [Unreleased]');
});

test('without a dated section of the version there are no changes to publish', () => {
  expect(() => changesOf(changelog, '0.2.0')).toThrow('no section "## [0.2.0] - <date>"');
  expect(() => changesOf(changelog, 'Unreleased')).toThrow('no section');
  expect(() => changesOf('## [0.2.0] - 2026-03-04\n\n## [0.1.0] - 2026-01-02\n- a', '0.2.0')).toThrow(
    'is empty',
  );
});
