'use client';
import { fileKindOf } from '@labroom/formats/file-kind';
import { Command } from 'cmdk';
import {
  ArrowRight,
  Building2,
  FolderInput,
  FolderPlus,
  Link2,
  LockKeyhole,
  PencilLine,
  Search,
  Trash2,
} from 'lucide-react';
import { usePathname, useRouter } from 'next/navigation';
import { Dialog } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import { filePath, labPath, labTitle } from '#lib/api/lab-reference.ts';
import { shortPath } from '#lib/names/short-path.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { withApi } from '#lib/session/api-provider.tsx';
import { useIdentity } from '#lib/session/session-context.tsx';
import { withParams } from '#lib/urls/search-params.ts';
import { EntryIcon } from '../../core/data-room/entry-icon.tsx';
import { pageActions } from '../../core/palette/page-actions.ts';
import { useRecentPlaces } from '../../core/recent/use-recent-places.ts';
import { useContentMatches } from '../content-hits.tsx';
import { exactIcons } from '../exact-hits.tsx';
import { exactRow, matchRow } from '../exact-row.ts';
import { addressOf, isIdentifier, sha256Of } from '../identifier.ts';
import type { TypingCollector } from './collect-typing.ts';
import { labPagesFor, type Place, pagesFor, placeOfHex } from './commands.ts';
import { usePaletteActions } from './palette-actions.ts';
import { PaletteItem } from './palette-item.tsx';
import { groupClass, RecentGroups } from './recent-groups.tsx';
import { useFound } from './use-found.ts';

const pageIcons = {
  rename: PencilLine,
  move: FolderInput,
  access: LockKeyhole,
  delete: Trash2,
  newFolder: FolderPlus,
  trash: Trash2,
};

interface PaletteProps {
  onClose: () => void;
  /** Collects what is typed while the palette is loading. */
  early: TypingCollector;
}

/** Finds pages, labs, files and actions by name, with the keyboard alone. */
export const CommandPalette = withApi(Palette);

function Palette({ onClose, early }: PaletteProps) {
  const router = useRouter();
  const [typed, setTyped] = useState('');
  const [isFocused, setFocused] = useState(false);
  const given = useRef('');
  // The field takes over once it shows everything that was collected; a key before that would replace the text.
  useEffect(() => {
    if (!isFocused || !early.isActive) return;
    if (typed === early.text || typed !== given.current) return early.stop();
    given.current = early.text;
    setTyped(early.text);
  }, [isFocused, typed, early]);
  const [before] = useState(() => document.activeElement);
  const words = typed.trim();
  const { data, status } = useFound(words);
  const actions = usePaletteActions(words);
  const [ofPage] = useState(pageActions);
  const pageMatches = ofPage.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()));
  // An action of the page may open a field or a dialog, which takes the focus after the palette has returned it.
  const afterClosing = useRef<(() => void) | null>(null);
  const isSignedIn = useIdentity().kind === 'signed-in';
  const contents = useContentMatches(isSignedIn ? sha256Of(words) : null);
  // What an identifier names comes first, so nothing else is offered until it is known.
  const isAwaited = isIdentifier(words) && (status === 'searching' || contents.isLoading);
  const named = status === 'found' && data ? data.searchLabs.exact.map(exactRow) : [];
  const exact = isAwaited ? [] : [...named, ...contents.data.map(matchRow)];
  const hex = isAwaited || (exact.length > 0 && !addressOf(words)) ? null : placeOfHex(words);
  const pages = [
    { heading: 'This lab', places: labPagesFor(words, usePathname()) },
    { heading: 'Pages', places: pagesFor(words) },
  ];
  const recent = useRecentPlaces();
  const labs = data?.labs.nodes ?? [];
  const files = (data?.searchLabs.nodes ?? []).flatMap((hit) => ('entry' in hit ? [hit.entry] : []));

  function go(path: string) {
    onClose();
    router.push(path);
  }
  function act(run: () => void) {
    onClose();
    run();
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-overlay" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={() => setFocused(true)}
          onCloseAutoFocus={(event) => {
            // By default the focus would return to a trigger element, but the keyboard shortcut has none.
            event.preventDefault();
            if (before instanceof HTMLElement) before.focus();
            afterClosing.current?.();
          }}
          className="fixed inset-x-0 top-0 z-50 mx-auto flex max-h-[92dvh] max-w-xl flex-col border-b border-line bg-sheet sm:inset-x-4 sm:top-[12dvh] sm:max-h-[70dvh] sm:rounded sm:border"
        >
          <Dialog.Title className="sr-only">Search or go to</Dialog.Title>
          <Command label="Search or go to" shouldFilter={false} loop className="flex min-h-0 flex-col">
            <div className="relative border-b border-line focus-within:border-acc">
              <Search aria-hidden className="pointer-events-none absolute top-4 left-4 size-4 text-ink2" />
              <Command.Input
                value={typed}
                onValueChange={setTyped}
                placeholder="A page, a lab, a file, an address …"
                maxLength={200}
                className="h-12 w-full rounded-t bg-transparent pr-4 pl-11 text-base placeholder:text-ink2 focus-visible:outline-none"
              />
            </div>
            {/* Local results come first, so that remote results do not move an entry that is about to be chosen. */}
            <Command.List
              aria-label="Search results"
              className="min-h-0 overflow-y-auto overscroll-contain px-2"
            >
              {exact.length > 0 && (
                <Command.Group heading="Exact match" className={groupClass}>
                  {exact.map(({ kind, name, reason, path }) => {
                    const Icon = exactIcons[kind];
                    return (
                      <PaletteItem
                        key={`${reason} ${path}`}
                        icon={<Icon />}
                        value={`${reason} ${path}`}
                        name={shortPath(visibleName(name), 60)}
                        beside={reason}
                        onSelect={() => go(path)}
                      />
                    );
                  })}
                </Command.Group>
              )}
              {hex && (
                <Command.Group heading="Onchain" className={groupClass}>
                  <PaletteItem
                    icon={<Link2 />}
                    value={hex.path}
                    name={hex.name}
                    onSelect={() => go(hex.path)}
                  />
                </Command.Group>
              )}
              {pageMatches.length > 0 && (
                <Command.Group heading="Here" className={groupClass}>
                  {pageMatches.map(({ id, name, run }) => {
                    const Icon = pageIcons[id];
                    return (
                      <PaletteItem
                        key={id}
                        icon={<Icon />}
                        value={id}
                        name={name}
                        onSelect={() => {
                          afterClosing.current = run;
                          onClose();
                        }}
                      />
                    );
                  })}
                </Command.Group>
              )}
              {words === '' && recent && <RecentGroups recent={recent} onGo={go} />}
              {pages.map(({ heading, places }) => (
                <Places key={heading} heading={heading} places={places} onGo={go} />
              ))}
              {actions.length > 0 && (
                <Command.Group heading="Actions" className={groupClass}>
                  {actions.map(({ name, icon: Icon, run }) => (
                    <PaletteItem
                      key={name}
                      icon={<Icon />}
                      value={name}
                      name={name}
                      onSelect={() => act(run)}
                    />
                  ))}
                </Command.Group>
              )}
              {words && !isAwaited && (
                <Command.Group heading="Search" className={groupClass}>
                  <PaletteItem
                    icon={<Search />}
                    value="search"
                    name={`“${shortPath(words, 40)}” in all files and announcements`}
                    onSelect={() => go(withParams('/search', { q: words }))}
                  />
                </Command.Group>
              )}
              {labs.length > 0 && (
                <Command.Group heading="Labs" className={groupClass}>
                  {labs.map((lab) => (
                    <PaletteItem
                      key={lab.oclId}
                      icon={<Building2 />}
                      value={lab.oclId}
                      name={labTitle(lab)}
                      beside={lab.shortname}
                      onSelect={() => go(labPath(lab.shortname))}
                    />
                  ))}
                </Command.Group>
              )}
              {files.length > 0 && (
                <Command.Group heading="Files" className={groupClass}>
                  {files.map(({ path, lab, file }) => (
                    <PaletteItem
                      key={file.did}
                      icon={<EntryIcon kind={fileKindOf(file.contentType)} />}
                      value={file.did}
                      name={shortPath(path, 60)}
                      beside={labTitle(lab)}
                      onSelect={() => go(filePath(lab.shortname, path))}
                    />
                  ))}
                </Command.Group>
              )}
            </Command.List>
            {status === 'failed' && (
              <p role="alert" className="px-3 py-2 text-sm text-bad">
                Labs and files could not be searched. Try again in a moment.
              </p>
            )}
            <p role="status" className="sr-only">
              {status === 'found' && !isAwaited ? countText(exact.length, labs.length, files.length) : ''}
            </p>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function countText(exact: number, labs: number, files: number): string {
  const count = (number: number, one: string, many: string) => `${number} ${number === 1 ? one : many}`;
  const rest = `${count(labs, 'lab', 'labs')} and ${count(files, 'file', 'files')}`;
  return exact > 0 ? `${count(exact, 'exact match', 'exact matches')}, ${rest}` : rest;
}

interface PlacesProps {
  heading: string;
  places: readonly Place[];
  onGo: (path: string) => void;
}

function Places({ heading, places, onGo }: PlacesProps) {
  if (places.length === 0) return null;
  return (
    <Command.Group heading={heading} className={groupClass}>
      {places.map(({ name, path }) => (
        <PaletteItem key={path} icon={<ArrowRight />} value={path} name={name} onSelect={() => onGo(path)} />
      ))}
    </Command.Group>
  );
}
