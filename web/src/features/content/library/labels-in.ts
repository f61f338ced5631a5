/** The labels in a typed list, separated by the comma of either language. */
export function labelsIn(typed: string): string[] {
  return typed
    .split(/[,،]/)
    .map((label) => label.trim())
    .filter((label) => label !== '')
}
