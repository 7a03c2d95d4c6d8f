'use client';
import type { FailureText } from '#lib/wallet/explain-failure.ts';
import { Checkbox } from './checkbox.tsx';
import { FailureNotice } from './failure-notice.tsx';

interface SettingCheckboxProps {
  label: string;
  hint: string;
  checked: boolean;
  disabled?: boolean;
  isRunning: boolean;
  failure: FailureText | null;
  run(required: boolean): unknown;
}

/** A setting that demands payments that name their calls. It changes when the service has stored it. */
export function SettingCheckbox({
  label,
  hint,
  checked,
  disabled,
  isRunning,
  failure,
  run,
}: SettingCheckboxProps) {
  return (
    <div className="flex max-w-prose flex-col gap-3">
      <Checkbox
        label={label}
        hint={hint}
        checked={checked}
        disabled={disabled || isRunning}
        onChange={({ target }) => run(target.checked)}
      />
      <FailureNotice failure={failure} />
    </div>
  );
}
