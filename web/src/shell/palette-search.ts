/** The entries whose labels contain every typed word, in their order; accents and case are ignored. */
export function matching<One extends { label: string }>(all: readonly One[], typed: string): One[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  return all.filter(({ label }) => words.every((word) => plain(label).includes(word)))
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
