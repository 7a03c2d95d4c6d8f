'use client';
import { useEffect } from 'react';

const stored = 'labroom:example-language';

/** Keeps the language of the examples: a choice in one applies to all, and on the next page too. */
export function LanguageChoice() {
  useEffect(() => {
    choose(localStorage.getItem(stored));
    const onChange = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement) || target.dataset.language === undefined) return;
      localStorage.setItem(stored, target.value);
      choose(target.value);
    };
    document.addEventListener('change', onChange);
    return () => document.removeEventListener('change', onChange);
  }, []);
  return null;
}

function choose(language: string | null): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[data-language]'))
    if (input.value === language) input.checked = true;
}
