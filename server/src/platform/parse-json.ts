/** @returns undefined for what is not JSON: others may have written it, by hand or as a newer version */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
