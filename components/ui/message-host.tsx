'use client';
import { CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import { usePathname } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import type { Message } from './message.ts';
import { leavePlace, placeOfMessage } from './message-place.ts';
import { statusLineId } from './place-ids.ts';

const SHOWN_MS = 6_000;
const SHOWN_WITH_ACTION_MS = 10_000;

const kinds = {
  info: { Icon: Info, className: 'text-acc' },
  success: { Icon: CircleCheck, className: 'text-good' },
  error: { Icon: TriangleAlert, className: 'text-bad' },
} as const;

interface Shown {
  message: Message;
  place: Element;
}

/** The last message, as a part of the layout of the page, so it covers nothing. */
export function MessageHost({ message: last }: { message: Message }) {
  const [shown, setShown] = useState<Shown | null>(null);
  const pathname = usePathname();
  useEffect(() => {
    const place = placeOfMessage(last.kind !== 'success');
    setShown((before) => {
      if (before && before.place !== place) leavePlace(before.place);
      return { message: last, place };
    });
  }, [last]);
  const page = useRef(pathname);
  useEffect(() => {
    if (page.current === pathname) return;
    page.current = pathname;
    setShown((now) => (now && isInLine(now) ? now : movedOn(now)));
  }, [pathname]);
  // What the person acted in is often gone afterwards, e.g. a file that was deleted.
  useEffect(() => {
    if (!shown) return;
    const observer = new MutationObserver(() => !shown.place.isConnected && setShown(movedOn));
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [shown]);
  if (!shown) return null;
  const { message, place } = shown;
  function close() {
    leavePlace(place);
    setShown((now) => (now?.message === message ? null : now));
  }
  return createPortal(<MessageLine message={message} isInLine={isInLine(shown)} onClose={close} />, place);
}

const isInLine = ({ place }: Shown) => place.id === statusLineId && place.isConnected;

/** Where the place of a message is gone, good news find another one; a failure was about what is gone. */
function movedOn(now: Shown | null): Shown | null {
  if (!now) return null;
  leavePlace(now.place);
  return now.message.kind === 'error' ? null : { ...now, place: placeOfMessage(false) };
}

interface MessageLineProps {
  message: Message;
  /** Whether it stands in a line that has one row of text. */
  isInLine: boolean;
  onClose: () => void;
}

function MessageLine({ message, isInLine, onClose }: MessageLineProps) {
  const { kind, text, advice, action } = message;
  const { Icon, className } = kinds[kind];
  // The message whose close is put off, by the pointer or the focus.
  const [held, setHeld] = useState<Message | null>(null);
  const isHeld = held === message;
  const line = useRef<HTMLDivElement>(null);
  const latestClose = useRef(onClose);
  latestClose.current = onClose;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message is brought into sight
  useEffect(() => {
    if (!isInLine) line.current?.scrollIntoView({ block: 'nearest' });
  }, [isInLine, message]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each message has its own time
  useEffect(() => {
    if (isHeld || kind === 'error') return;
    const timer = setTimeout(() => latestClose.current(), action ? SHOWN_WITH_ACTION_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isHeld, kind, action, message]);
  const hold = () => setHeld(message);
  const release = () => setHeld(null);
  // What had the focus before a button of the message took it gets it back.
  const before = useRef<Element | null>(null);
  function close() {
    const hasFocus = line.current?.contains(document.activeElement);
    onClose();
    if (hasFocus && before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the pointer only puts off that it closes
    <div
      ref={line}
      data-message
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={({ relatedTarget, currentTarget }) => {
        hold();
        if (relatedTarget && !currentTarget.contains(relatedTarget)) before.current = relatedTarget;
      }}
      onBlur={release}
      className={classNames(
        'flex min-w-0 items-center gap-2 text-sm print:hidden',
        isInLine ? 'h-full' : 'my-2 min-h-10 rounded bg-wash py-1 pr-1 pl-3',
      )}
    >
      <Icon aria-hidden className={classNames('size-4 shrink-0', className)} />
      <p
        className={classNames('min-w-0', isInLine ? 'truncate' : 'flex-1 break-words')}
        title={isInLine ? [text, advice].filter(Boolean).join(' ') : undefined}
      >
        {text}
        {advice && <span className="text-ink2"> {advice}</span>}
      </p>
      {action && (
        <Button
          size="sm"
          onClick={() => {
            close();
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <Button size="icon" variant="quiet" aria-label="Close the message" onClick={close}>
        <X aria-hidden className="size-4" />
      </Button>
    </div>
  );
}
