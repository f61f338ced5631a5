/** Those whose names have every typed word in them, in their order; accents and capitals do not count. */
export function matching<One extends { label: string }>(all: readonly One[], typed: string): One[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  return all.filter(({ label }) => words.every((word) => plain(label).includes(word)))
}

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
