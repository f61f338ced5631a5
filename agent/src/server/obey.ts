import {
  type AgentAnswer,
  type AgentCommandKind,
  type AgentOrder,
  AgentTask,
  type AgentTold,
  MAX_PICTURE_BYTES,
  PICTURE_EVERY_MS,
  ScreenCommandId,
} from '@placard/contract'
import type { PictureSent } from './link.ts'

/** More commands at once than a person gives. */
const MAX_WAITING = 10
const KEPT = 50
/** Further attempts at the first picture, one every PICTURE_EVERY_MS. */
const PICTURE_ATTEMPTS = 4

type Outcome = { isDone: boolean; detail: string }

/** Everything that a command can reach. */
export type Hands = {
  can(): readonly AgentCommandKind[]
  mayTakePictures(): boolean
  picture(maxBytes: number): Promise<Buffer>
  sendPicture(commandId: ScreenCommandId, jpeg: Buffer): Promise<PictureSent>
  setPanel(isOn: boolean): Promise<{ told: AgentTold; detail: string }>
  setVolume(percent: number): Promise<Outcome>
  rotate(degrees: 0 | 90 | 180 | 270): Promise<Outcome>
  setMode(mode: string): Promise<Outcome>
  /** Resolves when the page is back. */
  restartBrowser(): Promise<Outcome>
  restartMachine(): Promise<Outcome>
  /** Sends an answer. */
  answer(answer: AgentAnswer): void
  /** Resolves when the answers were sent, or soon. */
  answered(): Promise<void>
}

/** The commands that were begun, newest last, with their last answer. Stored, so that each is carried out once. */
export type Begun = { id: string; answer: AgentAnswer | null }[]

export type Obeying = {
  /** @param tasks as the server sent them */
  take(tasks: readonly unknown[]): void
  close(): void
}

/**
 * Carries out the closed list of commands, one after the other; pictures go beside them.
 *
 * @param begun from earlier starts
 * @param remember stores them, before a command begins and when it has ended
 */
export function obey(
  hands: Hands,
  begun: Begun,
  remember: (begun: Begun) => void,
  pictureEveryMs = PICTURE_EVERY_MS,
): Obeying {
  let known = [...begun]
  /** Commands of earlier starts that have no answer. */
  const lost = new Set(begun.filter(({ answer }) => answer === null).map(({ id }) => id))
  let busy: Promise<void> = Promise.resolve()
  let waiting = 0
  let isClosed = false
  let series = 0

  function finish(commandId: ScreenCommandId, isDone: boolean, told: AgentTold, detail = ''): void {
    const answer: AgentAnswer = { commandId, state: isDone ? 'done' : 'failed', told, detail: detail.slice(0, 500) }
    known = known.map((one) => (one.id === commandId ? { ...one, answer } : one))
    remember(known)
    hands.answer(answer)
  }

  function take(tasks: readonly unknown[]): void {
    for (const given of tasks) {
      const id = ScreenCommandId.safeParse((given as { id?: unknown } | null)?.id)
      if (!id.success) continue
      const before = known.find((one) => one.id === id.data)
      if (before) {
        // The server has not received the answer.
        if (before.answer) hands.answer(before.answer)
        else if (lost.delete(id.data)) finish(id.data, false, 'failed', 'the agent was restarted')
        continue
      }
      known = [...known.slice(1 - KEPT), { id: id.data, answer: null }]
      remember(known)
      const task = AgentTask.safeParse(given)
      if (!task.success) finish(id.data, false, 'unknown-command')
      else if (!hands.can().includes(task.data.order.kind)) finish(id.data, false, 'cannot')
      else if (waiting >= MAX_WAITING) finish(id.data, false, 'busy')
      else begin(task.data)
    }
  }

  function begin({ id, order, leftMs }: AgentTask): void {
    const until = performance.now() + leftMs
    hands.answer({ commandId: id, state: 'taken', detail: '' })
    if (order.kind === 'picture') {
      void takePictures(id, order.forMs).catch((error) => finish(id, false, 'failed', error.message))
      return
    }
    waiting += 1
    busy = busy
      .then(async () => {
        if (isClosed) return
        if (performance.now() > until) finish(id, false, 'too-late')
        else await carryOut(id, order)
      })
      .catch((error) => finish(id, false, 'failed', error.message))
      .then(() => {
        waiting -= 1
      })
  }

  async function carryOut(id: ScreenCommandId, order: Exclude<AgentOrder, { kind: 'picture' }>): Promise<void> {
    switch (order.kind) {
      case 'panel': {
        const { told, detail } = await hands.setPanel(order.isOn)
        return finish(id, told !== 'panel-silent' && told !== 'failed', told, detail)
      }
      case 'volume':
        return end(id, await hands.setVolume(order.percent), 'volume-set')
      case 'rotate':
        return end(id, await hands.rotate(order.degrees), 'turned')
      case 'resolution':
        return end(id, await hands.setMode(order.mode), 'resolution-set')
      case 'restart-browser':
        return end(id, await hands.restartBrowser(), 'browser-back')
      case 'restart-machine': {
        // Afterwards it could not answer.
        finish(id, true, 'restarting')
        await hands.answered()
        const { isDone, detail } = await hands.restartMachine()
        if (!isDone) finish(id, false, 'failed', detail)
      }
    }
  }

  function end(id: ScreenCommandId, { isDone, detail }: Outcome, told: AgentTold): void {
    finish(id, isDone, isDone ? told : 'failed', detail)
  }

  const takeOne = async (id: ScreenCommandId) => hands.sendPicture(id, await hands.picture(MAX_PICTURE_BYTES))

  /** A new series ends the one before. A picture that fails is tried again: the browser may just be starting. */
  async function takePictures(id: ScreenCommandId, forMs: number): Promise<void> {
    series += 1
    const own = series
    const until = performance.now() + forMs
    const patienceMs = PICTURE_ATTEMPTS * pictureEveryMs
    let sent = 0
    let problem = 'no picture was taken by the server'
    for (let next = performance.now(); ; next += pictureEveryMs) {
      await new Promise((done) => setTimeout(done, Math.max(0, next - performance.now())))
      if (isClosed || own !== series || (sent > 0 && performance.now() > until)) break
      if (!hands.mayTakePictures()) return finish(id, false, 'pictures-forbidden')
      const outcome = await takeOne(id).catch((error: Error) => {
        problem = error.message
        return 'failed' as const
      })
      if (outcome === 'not-wanted') break
      if (outcome === 'sent') sent += 1
      if (forMs === 0 && sent > 0) break
      if (sent === 0 && performance.now() > until + patienceMs) break
    }
    finish(id, sent > 0, sent > 0 ? 'pictures-sent' : 'failed', sent > 0 ? '' : problem)
  }

  return {
    take,
    close() {
      isClosed = true
    },
  }
}
