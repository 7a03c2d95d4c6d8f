/**
 * Sets the fields of a list's toolbar to what the server has rendered for the present address: React leaves alone what
 * somebody has touched, so without this a filter that a link or the back button takes away would stay ticked. A field
 * with something newer than what was sent, in which somebody is typing, is left to them.
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
