/** True: every word that is searched for stands in one of the texts, whatever the case. */
export function matches(search: string, texts: readonly string[]): boolean {
  const all = texts.join('\n').toLocaleLowerCase()
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
