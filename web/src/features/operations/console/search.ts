/** True if every search word occurs in one of the texts, ignoring case. */
export function matches(search: string, texts: readonly string[]): boolean {
  const all = texts.join('\n').toLocaleLowerCase()
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
