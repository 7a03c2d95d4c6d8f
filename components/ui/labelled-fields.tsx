'use client';
import type { ComponentProps, ReactNode } from 'react';
import { Field, type FieldLabels } from './field.tsx';
import { Input, Textarea } from './input.tsx';
import { Select } from './select.tsx';

type Control<Props> = Omit<Props, 'onChange' | 'children'> &
  FieldLabels & { onValue?: (value: string) => void };

/** A labelled text input. */
export function TextField({ label, hint, error, onValue, ...input }: Control<ComponentProps<'input'>>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Input {...input} {...control} onChange={onValue && (({ target }) => onValue(target.value))} />
      )}
    </Field>
  );
}

/** A labelled text input of several lines. */
export function TextareaField({
  label,
  hint,
  error,
  onValue,
  ...input
}: Control<ComponentProps<'textarea'>>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Textarea {...input} {...control} onChange={onValue && (({ target }) => onValue(target.value))} />
      )}
    </Field>
  );
}

export interface Option<Value extends string | number> {
  value: Value;
  name: ReactNode;
}

interface SelectFieldProps<Value extends string | number>
  extends FieldLabels,
    Omit<ComponentProps<'select'>, 'value' | 'defaultValue' | 'onChange' | 'children' | 'className'> {
  options: readonly Option<Value>[];
  value?: Value;
  defaultValue?: Value;
  onValue?: (value: Value) => void;
}

/** A labelled native select. */
export function SelectField<Value extends string | number>({
  label,
  hint,
  error,
  options,
  onValue,
  ...select
}: SelectFieldProps<Value>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <Select
          {...select}
          {...control}
          className="w-full"
          onChange={
            onValue &&
            (({ target }) => {
              const chosen = options[target.selectedIndex];
              if (chosen) onValue(chosen.value);
            })
          }
        >
          {options.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
