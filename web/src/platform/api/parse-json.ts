/** @returns undefined for what is not JSON: a proxy may have written it */
export function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
