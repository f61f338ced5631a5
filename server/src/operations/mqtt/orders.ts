import { createHash } from 'node:crypto'
import {
  type DisplayKey,
  LineId,
  LineText,
  type MachineCommand,
  PlainText,
  type RaiseInsert,
  type ScreenId,
  TokenId,
  UserId,
} from '@placard/contract'
import { addForeignLines, removeLine, updateLine } from '../../content/lines/service.ts'
import { changed, changeProgramme, LINES, type Sender } from '../../content/programmes/service.ts'
import type { Caller } from '../../platform/access.ts'
import type { Context } from '../../platform/context.ts'
import { AppError } from '../../platform/errors.ts'
import type { Machines } from '../../screens/machines/service.ts'
import type { ScreenPairing } from '../../screens/pairing/service.ts'
import type { Order } from './topics.ts'

/** The time for which words stay in the corner. */
const WORDS_MINUTES = 5
/** Name of the sender in the log. */
const NAME = 'MQTT'

/** The line of a display that its text entities write. Its id is derived from the display, so it needs no memory. */
export function lineIdOf({ organisationId, displayId }: DisplayKey): LineId {
  return LineId.parse(
    createHash('sha256').update(`mqtt line ${organisationId}/${displayId}`).digest('hex').slice(0, 32),
  )
}

/** The parts of other features that commands need. */
export type Hands = {
  pairing: Pick<ScreenPairing, 'command'>
  machines: Pick<Machines, 'command'>
  /** Starts an insert, or changes the one with the same key. */
  raiseInsert(context: Context, sender: Sender, asked: RaiseInsert): Promise<unknown>
}

/** May do what an editor of this one display may do. */
function senderFor({ organisationId, displayId }: DisplayKey): Sender & { caller: Caller } {
  const caller: Caller = {
    userId: UserId.parse('token.mqtt'),
    email: '',
    sessionId: '',
    operator: false,
    token: { id: TokenId.parse('mqtt'), name: NAME },
    organisationId,
    role: 'editor',
    displays: [displayId],
    tables: null,
  }
  return { caller, commandKey: undefined }
}

/**
 * Carries out the command of an entity.
 *
 * @param text as the broker sent it
 * @returns the command, if it is one for the machine beneath the screen
 * @throws AppError, for a text that is not valid and for everything that editors are refused as well
 */
export async function carryOut(
  context: Context,
  { pairing, machines, raiseInsert }: Hands,
  { order, screenId, key, text }: { order: Order; screenId: ScreenId; key: DisplayKey; text: string },
): Promise<MachineCommand | undefined> {
  const sender = senderFor(key)
  switch (order) {
    case 'identify':
      if (text !== 'PRESS') throw new AppError('invalid-field')
      await pairing.command(sender.caller, { kind: 'identify', screenIds: [screenId] })
      return undefined
    case 'panel': {
      if (text !== 'ON' && text !== 'OFF') throw new AppError('invalid-field')
      return machines.command(sender.caller, screenId, { kind: 'panel', isOn: text === 'ON' })
    }
    case 'volume': {
      // Home Assistant may send a whole number with a fraction: 40.0.
      if (!/^\d{1,3}(?:\.0+)?$/.test(text) || Number(text) > 100) throw new AppError('invalid-field')
      return machines.command(sender.caller, screenId, { kind: 'volume', percent: Number(text) })
    }
    case 'line':
      await writeLine(context, sender, key, valid(PlainText, text))
      return undefined
    case 'words': {
      const words = valid(LineText, text)
      await raiseInsert(context, sender, {
        heading: words,
        place: 'top-right',
        minutes: WORDS_MINUTES,
        key: key.displayId,
      })
      return undefined
    }
  }
}

function valid<Text>(
  schema: { safeParse(text: string): { success: true; data: Text } | { success: false } },
  text: string,
): Text {
  const read = schema.safeParse(text)
  if (!read.success) throw new AppError('invalid-field')
  return read.data
}

/** Writes the display's line, adds it if it is missing, and removes it if the text is empty. */
async function writeLine(context: Context, sender: Sender, key: DisplayKey, wanted: string): Promise<void> {
  const id = lineIdOf(key)
  const isMissing = (error: unknown) => error instanceof AppError && error.code === 'line-not-found'
  if (wanted === '') {
    await removeLine(context, sender, key, id, 'any').catch((error) => {
      if (!isMissing(error)) throw error
    })
    return
  }
  const text = valid(LineText, wanted)
  try {
    await updateLine(context, sender, key, id, 'any', { text })
  } catch (error) {
    if (!isMissing(error)) throw error
    await changeProgramme(context, sender, key, async (queries, held, found) => {
      const { placements, changes } = await addForeignLines(queries, held, found, [{ id, text }])
      if (placements[0] === 'display-full') throw new AppError('too-many-lines')
      const after = changes[0]?.after
      if (!after || changes[0]?.thing !== 'line') return { answer: {}, changed: false }
      return { answer: {}, ...changed(LINES, 'line-added', null, { ...after, id, text } as never) }
    })
  }
}
