export const isNumber = (text: string) => text.trim() !== '' && Number.isFinite(Number(text));
