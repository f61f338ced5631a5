/** The labels that somebody typed one after the other, with the comma of either language between them. */
export function labelsIn(typed: string): string[] {
  return typed
    .split(/[,،]/)
    .map((label) => label.trim())
    .filter((label) => label !== '')
}
