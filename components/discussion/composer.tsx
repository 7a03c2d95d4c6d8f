'use client';
import { commentLimits, mentionsOf } from '@labroom/protocol/comment';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { keepDraft, readDraft } from '#lib/discussion/drafts.ts';
import { Person } from '../core/people/person.tsx';
import { PersonFace } from '../core/people/person-face.tsx';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Field } from '../ui/field.tsx';
import { Textarea } from '../ui/input.tsx';
import { CommentText } from './comment-text.tsx';
import { typedMention, useMentionChoices, withMention } from './use-mention.ts';

interface ComposerProps {
  label: string;
  submit: string;
  /** Identifies the draft. */
  draftKey: string;
  /** The comment is encrypted: its draft stays in memory. */
  isSecret: boolean;
  members: readonly string[];
  initial?: string;
  rows?: number;
  onSubmit: (body: string) => Promise<void>;
  onCancel?: () => void;
  /** Controls beside the buttons. */
  children?: ReactNode;
}

/** Writes a comment: Markdown with a preview and mentions. Ctrl+Enter sends it. */
export function Composer({
  label,
  submit,
  draftKey,
  isSecret,
  members,
  initial = '',
  rows = 3,
  onSubmit,
  onCancel,
  children,
}: ComposerProps) {
  const [text, setText] = useState(() => readDraft(draftKey, isSecret) || initial);
  const [isPreview, setPreview] = useState(false);
  const [caret, setCaret] = useState(0);
  const [chosen, setChosen] = useState(0);
  const [isDismissed, setDismissed] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const choices = useMentionChoices(isDismissed ? null : typedMention(text, caret), members);
  const mentions = mentionsOf(text);
  const isEmpty = text.trim() === '';
  const sending = useAction(async () => {
    await onSubmit(text);
    change('');
    setPreview(false);
  });

  function change(next: string, at = next.length) {
    setText(next);
    setCaret(at);
    setChosen(0);
    setDismissed(false);
    keepDraft(draftKey, next === initial ? '' : next, isSecret);
  }

  function mention(address: string) {
    const [next, at] = withMention(text, caret, address);
    change(next, at);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(at, at);
    });
  }

  function send() {
    if (!isEmpty && !sending.isRunning) void sending.run();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return send();
    }
    const choice = choices[chosen];
    if (!choice) {
      // The panel around it would close with the same key.
      if (event.key === 'Escape' && (onCancel || !isEmpty)) {
        event.preventDefault();
        onCancel?.();
      }
      return;
    }
    if (event.key === 'Enter' || event.key === 'Tab') mention(choice.address);
    else if (event.key === 'ArrowDown') setChosen((chosen + 1) % choices.length);
    else if (event.key === 'ArrowUp') setChosen((chosen + choices.length - 1) % choices.length);
    else if (event.key === 'Escape') setDismissed(true);
    else return;
    event.preventDefault();
  }

  return (
    <div className="flex flex-col gap-2">
      {isPreview ? (
        <section
          aria-label={`Preview: ${label}`}
          className="min-h-20 rounded border border-line px-3 py-2 text-sm"
        >
          <CommentText>{text}</CommentText>
        </section>
      ) : (
        <Field label={label}>
          {(control) => (
            <Textarea
              {...control}
              ref={area}
              dir="auto"
              rows={rows}
              value={text}
              maxLength={commentLimits.length}
              aria-keyshortcuts="Control+Enter"
              className="text-sm"
              onKeyDown={onKeyDown}
              onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
              onChange={({ target }) => change(target.value, target.selectionStart)}
            />
          )}
        </Field>
      )}
      {choices.length > 0 && !isPreview && (
        <ul aria-label="People to mention" className="rounded border border-edge bg-sheet">
          {choices.map(({ address, text: name }, at) => (
            <li key={address} className="border-line not-first:border-t">
              <button
                type="button"
                onClick={() => mention(address)}
                className={classNames(
                  'flex w-full items-center gap-2 px-3 py-1.5 text-left text-sm hover:bg-wash touch:py-2.5',
                  at === chosen && 'bg-wash',
                )}
              >
                <PersonFace address={address} isAgent={false} size={20} />
                <bdi className="min-w-0 truncate">{name}</bdi>
                {!name.startsWith('0x') && (
                  <span className="ml-auto font-mono text-xs text-ink2">{`${address.slice(0, 8)}…`}</span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
      {mentions.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink2">
          Mentions
          {mentions.map((wallet) => (
            <Person key={wallet} value={wallet} />
          ))}
          {isSecret && <span>Everyone can see who is mentioned.</span>}
        </p>
      )}
      {children}
      <FailureNotice failure={sending.failure} />
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" variant="primary" disabled={isEmpty} busy={sending.isRunning} onClick={send}>
          {submit}
        </Button>
        <Button size="sm" disabled={isEmpty} aria-pressed={isPreview} onClick={() => setPreview(!isPreview)}>
          {isPreview ? 'Write' : 'Preview'}
        </Button>
        {onCancel && (
          <Button size="sm" variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <span className="ml-auto text-xs text-ink2 max-sm:hidden">Markdown · @ mentions · Ctrl+Enter</span>
      </div>
    </div>
  );
}
