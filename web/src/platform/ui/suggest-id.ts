const LONGEST = 64

/** An id made of a name, "Department of ECE" as `department-of-ece`; empty when no letter of it can be one of an id's. */
export function suggestId(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '')
}
