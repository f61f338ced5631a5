import type { LineId } from '@placard/contract'
import { type Client, Refused } from './client.ts'
import { DISPLAY } from './server-process.ts'
import type { Tally } from './tally.ts'

const WRITERS = 8

/** One line and its only writer, which writes consecutive numbers as its text. */
type Writer = { lineId: LineId; sent: number; acknowledged: number }

/** Changes of lines. Each of several writers makes one after the other. */
export type LineLoad = {
  /** Writes until the server stops. */
  write(client: Client): Promise<void>
  /** Number of changes that were acknowledged since the last comparison. */
  count(): number
  /** Compares the server's data with what it had acknowledged, and continues from the server's data. */
  compare(client: Client): Promise<Pick<Tally, 'acknowledged' | 'lost' | 'half'>>
}

/** @param client of a server with its sample data, whose lines are replaced */
export async function prepareLines(client: Client): Promise<LineLoad> {
  const { lines } = (await client.call('getProgramme', { params: DISPLAY })).body
  for (const { id } of lines) await client.call('removeLine', { params: { ...DISPLAY, lineId: id } })
  const writers: Writer[] = []
  for (let index = 0; index < WRITERS; index += 1) {
    const { body } = await client.call('createLine', { params: DISPLAY, body: { text: '0' } })
    writers.push({ lineId: body.line.id, sent: 0, acknowledged: 0 })
  }
  let revision = (await client.call('getProgramme', { params: DISPLAY })).body.revision
  /** The sum of the writers' numbers at the last comparison. */
  let counted = 0
  const sum = (of: (writer: Writer) => number) => writers.reduce((total, writer) => total + of(writer), 0)

  /** The same change each time it is sent with the same number. */
  const change = (client: Client, { lineId, sent }: Writer) =>
    client.call('updateLine', {
      params: { ...DISPLAY, lineId },
      body: { text: String(sent) },
      headers: { 'if-match': '*', 'idempotency-key': `durability-${lineId}-${sent}` },
    })

  async function writeOn(client: Client, writer: Writer): Promise<void> {
    for (;;) {
      writer.sent += 1
      try {
        await change(client, writer)
      } catch (error) {
        if (error instanceof Refused) throw error
        return
      }
      writer.acknowledged = writer.sent
    }
  }

  return {
    write: async (client) => void (await Promise.all(writers.map((writer) => writeOn(client, writer)))),
    count: () => sum(({ acknowledged }) => acknowledged) - counted,

    async compare(client) {
      const acknowledged = sum((writer) => writer.acknowledged) - counted
      let lost = 0
      let half = 0
      const read = async () => {
        const { lines, revision } = (await client.call('getProgramme', { params: DISPLAY })).body
        const numbers = new Map(lines.map(({ id, text }) => [id, Number(text)]))
        return { revision, numberOf: ({ lineId }: Writer) => numbers.get(lineId) ?? -1 }
      }

      const found = await read()
      for (const writer of writers) {
        const number = found.numberOf(writer)
        lost += Math.max(0, writer.acknowledged - number)
        // A number that was never sent.
        if (number > writer.sent || number < 0) half += 1
      }
      // Each change raises the display's revision by one, in the same transaction.
      if (found.revision - revision !== sum(found.numberOf) - counted) half += 1

      // A writer that received no answer sends its change again, and it is carried out only once: now or before.
      for (const writer of writers) {
        if (lost === 0 && writer.sent > writer.acknowledged) await change(client, writer)
        else writer.sent = found.numberOf(writer)
        writer.acknowledged = writer.sent
      }
      const after = await read()
      if (after.revision - revision !== sum(after.numberOf) - counted) half += 1
      if (writers.some((writer) => after.numberOf(writer) !== writer.sent)) half += 1

      revision = after.revision
      counted = sum((writer) => writer.acknowledged)
      return { acknowledged, lost, half }
    },
  }
}
