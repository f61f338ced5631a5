const LONGEST = 64

/** Makes an id from a name: "Department of ECE" becomes `department-of-ece`. Empty if no letter can be used in an id. */
export function suggestId(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '')
}
