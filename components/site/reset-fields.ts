/**
 * Sets the fields of a list's toolbar to the values that the server rendered for the current URL. React does not update
 * fields that the user has changed, so a filter removed by a link or the back button would stay checked. A field with
 * input newer than the last submission is left alone.
 */
export function resetFields(root: Element, sent: ReadonlyMap<Element, string>): void {
  for (const field of root.querySelectorAll('input, select')) {
    if (field instanceof HTMLSelectElement) {
      for (const option of field.options) option.selected = option.defaultSelected;
    } else if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
      field.checked = field.defaultChecked;
    } else if (field instanceof HTMLInputElement) {
      const isBeingTyped = field === document.activeElement && field.value !== sent.get(field);
      if (!isBeingTyped) field.value = field.defaultValue;
    }
  }
}
