import 'server-only';
import type { FeedEntryFieldsFragment } from '@labroom/client/documents';
import { discussionPath, filePath, labPath, labTitle } from '#lib/api/lab-reference.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import type { SearchResult } from '#lib/search/search-result.ts';
import { type AtomEntry, never } from './atom-document.ts';

type Activity = NonNullable<FeedEntryFieldsFragment['activity']>;

/** A tag URI (RFC 4151) in the name of this site. The year is that of the first feed, so it never changes. */
export function tagOf(webUrl: string, specific: string): string {
  return `tag:${new URL(webUrl).hostname},2026:${encodeURI(specific)}`;
}

/** Entries of the feed of one lab or of all. */
export function activityEntries(
  events: readonly FeedEntryFieldsFragment[],
  webUrl: string,
  { withLab }: { withLab: boolean },
): AtomEntry[] {
  return events.flatMap(({ id, activity }) => {
    if (!activity) return [];
    const { path, ...entry } = describe(activity);
    const lab = labTitle(activity.lab);
    return [
      {
        ...entry,
        id: tagOf(webUrl, `event:${id}`),
        page: webUrl + path,
        ...(withLab && { title: `${lab}: ${entry.title}`, source: lab }),
      },
    ];
  });
}

/** Entries of a search: files by version, and announcements. */
export function searchEntries(
  nodes: NonNullable<SearchResult['found']>['nodes'],
  webUrl: string,
): AtomEntry[] {
  return nodes
    .map((node): AtomEntry => {
      if (node.__typename === 'SearchLabsAnnouncementHit') {
        const { id, headline, changeBy, systemTime } = node.announcement;
        const page = webUrl + labPath(node.lab.shortname, 'activity', [id]);
        const title = `${labTitle(node.lab)}: ${visibleName(headline)}`;
        return {
          id: tagOf(webUrl, `announcement:${id}`),
          title,
          updated: systemTime,
          author: changeBy,
          page,
        };
      }
      const { lab, path, file } = node.entry;
      return {
        id: tagOf(webUrl, `file:${file.did}:${file.version}`),
        title: `${labTitle(lab)}: ${visibleName(path)}`,
        updated: file.updatedAt ?? never,
        author: labTitle(lab),
        page: webUrl + filePath(lab.shortname, path),
        summary: file.description,
      };
    })
    .sort((one, other) => (one.updated < other.updated ? 1 : -1));
}

function describe(node: Activity) {
  const { shortname } = node.lab;
  const activity = labPath(shortname, 'activity');
  switch (node.__typename) {
    case 'LabEventAnnouncement': {
      const { id, headline, bodyExcerpt, changeBy, systemTime } = node.announcement;
      const texts = { title: `Announcement: ${visibleName(headline)}`, summary: bodyExcerpt };
      return { ...texts, path: labPath(shortname, 'activity', [id]), author: changeBy, updated: systemTime };
    }
    case 'LabEventReleaseCreated': {
      const { name, number, changeBy, systemTime } = node.release;
      const path = labPath(shortname, 'releases', [String(number)]);
      return { title: `Release: ${visibleName(name)}`, path, author: changeBy, updated: systemTime };
    }
    case 'LabEventReadinessChanged': {
      const { level, changeBy, systemTime } = node.readiness;
      const title = level === null ? 'Readiness changed' : `Readiness: level ${level}`;
      return { title, path: labPath(shortname), author: changeBy, updated: systemTime };
    }
    case 'LabEventTodoChanged': {
      const { action, text, changeBy, systemTime } = node.todo;
      const title = `To-do ${action.toLowerCase()}${text ? `: ${visibleName(text)}` : ''}`;
      return { title, path: labPath(shortname), author: changeBy, updated: systemTime };
    }
    case 'LabEventDiscussion': {
      const { action, path, threadId, changeBy, systemTime } = node.discussion;
      const title = `${discussionVerbs[action]} ${path === null ? labTitle(node.lab) : visibleName(path)}`;
      return {
        title,
        path: discussionPath(shortname, { path, threadId }),
        author: changeBy,
        updated: systemTime,
      };
    }
    case 'LabEventFileAdded':
    case 'LabEventFileUpdated':
    case 'LabEventFileRemoved': {
      const { path, changeNote, description, changeBy, systemTime } = node.entry;
      const isThere = node.__typename !== 'LabEventFileRemoved';
      return {
        title: `${verbs[node.__typename]} ${visibleName(path)}`,
        summary: changeNote ?? description,
        path: isThere ? filePath(shortname, path) : activity,
        author: changeBy,
        updated: systemTime,
      };
    }
    default: {
      const { entries, entryCount, changeBy, systemTime } = node.change;
      const [first] = entries;
      const names = [first?.from, first?.to].flatMap((path) => (path ? visibleName(path) : []));
      const others = entryCount > 1 ? ` and ${entryCount - 1} more` : '';
      const title = `${verbs[node.__typename]} ${names.join(' → ')}${others}`;
      return { title, path: activity, author: changeBy, updated: systemTime };
    }
  }
}

const discussionVerbs = {
  COMMENTED: 'Comment on',
  REVIEW_WANTED: 'Review wanted of',
  REVIEWED: 'Reviewed',
} as const;

const verbs = {
  LabEventFileAdded: 'Added',
  LabEventFileUpdated: 'Changed',
  LabEventFileRemoved: 'Deleted',
  LabEventEntriesMoved: 'Moved',
  LabEventEntriesTrashed: 'Moved to the trash:',
  LabEventEntriesRestored: 'Restored',
  LabEventEntriesRemoved: 'Deleted',
} as const;
