/** Number of keys read at once. The first listeners need not wait until all are read. */
const AT_ONCE = 50

/**
 * Combines reads that are requested at the same moment. A change of a playlist affects two hundred displays, and querying the
 * database for each costs more than the responses.
 *
 * @param readMany returns results in the order of the keys
 */
export function readTogether<Key, Read>(
  readMany: (keys: readonly Key[]) => Promise<Read[]>,
): (key: Key) => Promise<Read> {
  type Asked = { key: Key; resolve: (read: Read) => void; reject: (error: unknown) => void }
  let asked: Asked[] = []

  async function readAll(): Promise<void> {
    const all = asked
    asked = []
    for (let from = 0; from < all.length; from += AT_ONCE) {
      const some = all.slice(from, from + AT_ONCE)
      try {
        const read = await readMany(some.map(({ key }) => key))
        for (const [index, { resolve }] of some.entries()) resolve(read[index] as Read)
      } catch (error) {
        for (const { reject } of some) reject(error)
      }
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (asked.push({ key, resolve, reject }) === 1) queueMicrotask(() => void readAll())
    })
}
