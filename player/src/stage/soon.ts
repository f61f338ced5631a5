/** Longest wait for a font, or for the picture beside a text. The text matters more than both. */
const ADORNED_WITHIN_MS = 4_000

/** Rejects when it takes longer than the text can wait. */
export function soon<Value>(adornment: Promise<Value>): Promise<Value> {
  const late = new Promise<never>((_, reject) => setTimeout(reject, ADORNED_WITHIN_MS))
  return Promise.race([adornment, late])
}
