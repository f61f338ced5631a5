/** @returns undefined for text that is not JSON. It may have been written by hand or by a newer version */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
