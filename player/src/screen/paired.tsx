import type { DisplayKey, EnterScreen, Rotation, ScreenAnswer } from '@placard/contract'
import { IDENTIFY_MS, WATCHDOG_MS } from '@placard/contract'
import { createRoot, type Root } from 'react-dom/client'
import { randomHex } from '../page/random-hex.ts'
import { parseJson } from '../page/read/parse-json.ts'
import { withTimeout } from '../page/read/with-timeout.ts'
import { linkWorker, ownBuild } from '../sw/worker-link.ts'
import { ANSWER_PATH, ENTER_PATH, WAIT_PATH } from '../sync/addresses.ts'
import { enrolOf } from './enrol.ts'
import { type OwnInserts, withOwnInserts } from './own-inserts.ts'
import { carryOut, inBrowser, isReachable } from './paired-commands.ts'
import type { PairedHooks } from './paired-hooks.ts'
import { readMemory, writeMemory } from './paired-memory.ts'
import { CornerCode, IdentifyView, type PairingCard, PairingView } from './paired-view.tsx'
import { type Entered, type Place, readEntered, readWord, type Told, type Word } from './read-place.ts'

// Exported here so that both share one script. Two separate ones with shared texts would make three.
export { sayRefused } from './refused.tsx'

const ANSWER_WITHIN_MS = 10_000
const SOONEST_MS = 1_000
const LATEST_MS = 60_000
/** A code is renewed this long before it expires, so that nobody types an expired one. */
const RENEW_BEFORE_MS = 30_000
/** The code of walls is loaded again after this time if that failed. */
const WALL_AGAIN_MS = 10_000

type Play = (key: DisplayKey, hooks: PairedHooks) => () => void

/**
 * [SP1][SP2] `/screen`: plays the display that is assigned to this screen, and shows a code while none is. It starts
 * with what is stored, with or without a network. Only the server's message that the screen was unpaired ends playback.
 *
 * @param random 0 to 1, so that screens that lost a server at the same moment return at different times
 */
export function startPaired(place: HTMLElement, rotation: Rotation, play: Play, random: () => number): void {
  const memory = readMemory()
  const over = document.body.appendChild(document.createElement('div'))
  const overRoot = createRoot(over)
  const link = linkWorker(ownBuild(), { onBuild() {}, onMissing() {} })
  let root: Root | undefined
  let card: PairingCard = { status: 'starting' }
  let playing: { key: DisplayKey; isInWall: boolean; stop(): void } | undefined
  let walls: typeof import('./wall.ts') | undefined
  /** `failed`: the screen shows the whole picture until the code is loaded. */
  let wallsAre: 'absent' | 'coming' | 'failed' | 'there' = 'absent'
  let testCardUntil = 0
  let hands: Parameters<PairedHooks['onHands']>[0] | undefined
  let ownInserts: OwnInserts | undefined
  let waiting: EventSource | undefined
  let heardAt = 0
  let failures = 0
  let isEntering = false
  let corner: string | undefined
  let identifyUntil = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let busy: Promise<void> = Promise.resolve()
  const underWay = new Set<string>()
  /** The series of pictures that was begun last. */
  let pictured: string | undefined

  function draw(): void {
    if (playing) return
    root ??= createRoot(place)
    root.render(<PairingView rotation={rotation} card={card} />)
    link.painted()
  }

  function drawOver(): void {
    const isIdentifying = Date.now() < identifyUntil
    const { place: own } = memory
    const card = own?.testCard
    over.setAttribute('data-identifying', String(isIdentifying))
    overRoot.render(
      <>
        {walls && own && card && Date.now() < testCardUntil ? (
          <walls.TestCard
            rotation={rotation}
            number={card.number}
            name={own.name}
            isInWall={playing?.isInWall === true}
          />
        ) : null}
        {corner && playing ? <CornerCode rotation={rotation} code={corner} /> : null}
        {isIdentifying && own ? <IdentifyView rotation={rotation} name={own.name} id={own.id} /> : null}
      </>,
    )
  }

  /** [PX7] Stored before it is sent, so that a lost answer does not enrol this screen twice. */
  function machine(): string {
    if (memory.machine === undefined) remember({ machine: randomHex() })
    return memory.machine ?? ''
  }

  function remember(change: Partial<typeof memory>): void {
    Object.assign(memory, change)
    writeMemory(memory)
  }

  /** Plays the display of this place, or shows that there is none. */
  function settle(own: Place): void {
    corner = undefined
    const { id, organisationId, displayId, wall } = own
    if (displayId !== null && (wall || own.testCard) && wallsAre === 'absent') loadWalls()
    const isInWall = displayId !== null && wall !== undefined && walls !== undefined
    if (displayId === null) {
      leave()
      card = { status: 'without', name: own.name }
      draw()
      wait()
    } else if (wall && wallsAre === 'coming') {
      // It plays in a moment, or goes on playing meanwhile.
    } else if (
      !playing ||
      playing.key.displayId !== displayId ||
      playing.key.organisationId !== organisationId ||
      playing.isInWall !== isInWall
    ) {
      leave()
      walls?.hang(wall, rotation)
      stopWaiting()
      root?.unmount()
      root = undefined
      const key = { organisationId, displayId }
      playing = { key, isInWall, stop: () => {} }
      playing.stop = play(key, {
        id,
        manifests(kept) {
          ownInserts = withOwnInserts(kept, insertsHere)
          return ownInserts.manifests
        },
        wall: isInWall ? walls?.WALL_HOOKS : undefined,
        onPlace: (word) => hear(readWord(word)),
        onRefused: enter,
        onHands(own) {
          hands = own
        },
      })
    } else {
      walls?.hang(wall, rotation)
      ownInserts?.look()
    }
    if (own.testCard) {
      testCardUntil = Date.now() + own.testCard.leftMs
      setTimeout(drawOver, own.testCard.leftMs + 50)
    }
    drawOver()
    if (own.picture) takePictures(own.picture)
    for (const command of own.commands) obey(command)
    tellAnswers()
  }

  /** [LY7] The inserts on this screen alone. A member of a wall has them in its own cell. */
  function insertsHere(): Place['inserts'] {
    const { inserts, wall } = memory.place ?? {}
    return inserts && wall && walls && playing?.isInWall ? walls.inCell(inserts, wall) : inserts
  }

  /** [PX3] A newer series ends the one before. */
  function takePictures(wanted: NonNullable<Place['picture']>): void {
    if (pictured === wanted.id) return
    pictured = wanted.id
    import('./picture.ts')
      .then(({ sendPictures }) => sendPictures(wanted, () => pictured === wanted.id, hands?.manifest()))
      .catch(() => {
        // The part could not be loaded. The server's next event tries again.
        pictured = undefined
      })
  }

  /** [LY8] The code that only the members of a wall need. */
  function loadWalls(): void {
    wallsAre = 'coming'
    import('./wall.ts')
      .then(async (part) => {
        await part.styledWall()
        walls = part
        wallsAre = 'there'
      })
      .catch(() => {
        wallsAre = 'failed'
        setTimeout(() => {
          wallsAre = 'absent'
          if (memory.place?.wall) loadWalls()
        }, WALL_AGAIN_MS)
      })
      .then(() => {
        if (memory.place) settle({ ...memory.place, commands: [] })
      })
  }

  function leave(): void {
    playing?.stop()
    playing = undefined
    hands = undefined
    ownInserts = undefined
    walls?.hang(undefined, rotation)
  }

  function hear(word: Word | undefined): void {
    heardAt = performance.now()
    if (!word) return
    if (word.status === 'paired') {
      remember({ place: word.place })
      settle(word.place)
    } else if (word.status === 'unknown') {
      enter()
    } else if (card.status === 'waiting') {
      card = { ...card, shown: word.shown }
      draw()
    }
  }

  /** Registers this screen with the server, and repeats that until the server answers. */
  function enter(): void {
    if (isEntering) return
    isEntering = true
    clearTimeout(timer)
    askPlace(memory.secret, enrolOf(location.hash, machine)).then(
      (entered) => {
        isEntering = false
        failures = 0
        take(entered)
      },
      () => {
        isEntering = false
        failures += 1
        const waitMs = Math.min(LATEST_MS, SOONEST_MS * 2 ** failures) * (0.5 + random() / 2)
        timer = setTimeout(enter, waitMs)
        // A code that the server no longer knows must not be typed.
        if (card.status !== 'waiting' || performance.now() > card.over) card = { status: 'starting' }
        draw()
      },
    )
  }

  function take(entered: Entered): void {
    if (entered.status === 'paired') {
      const wasRefused = corner !== undefined || memory.secret !== entered.secret
      remember({ secret: entered.secret, place: entered.place })
      void goElsewhere(entered.place)
      settle(entered.place)
      if (wasRefused) hands?.reconnect()
      return
    }
    const { secret, code, expiresInMs, isLetGo, isEnrolRefused = false } = entered
    remember({ secret, ...(isLetGo ? { place: undefined } : {}) })
    timer = setTimeout(enter, Math.max(SOONEST_MS, expiresInMs - RENEW_BEFORE_MS))
    if (isLetGo) leave()
    if (playing) {
      // [F65] Nobody unpaired the screen: the server has lost it, so playback goes on.
      corner = code
    } else {
      corner = undefined
      card = { status: 'waiting', code, shown: null, isEnrolRefused, over: performance.now() + expiresInMs }
      draw()
    }
    drawOver()
    wait()
  }

  /** Waits on a stream for what happens to the code. */
  function wait(): void {
    stopWaiting()
    if (typeof EventSource === 'undefined') {
      timer = setTimeout(enter, LATEST_MS / 4)
      return
    }
    const opened = new EventSource(WAIT_PATH)
    waiting = opened
    heardAt = performance.now()
    opened.addEventListener('screen', (event) => {
      if (opened === waiting) hear(readWord(parseJson((event as MessageEvent).data)))
    })
    opened.addEventListener('heartbeat', () => {
      heardAt = performance.now()
    })
    const again = () => {
      if (opened !== waiting) return
      stopWaiting()
      timer = setTimeout(enter, SOONEST_MS + random() * SOONEST_MS)
    }
    opened.addEventListener('bye', again)
    opened.addEventListener('error', again)
  }

  function stopWaiting(): void {
    waiting?.close()
    waiting = undefined
  }

  /** Carries out each command once, one after the other. */
  function obey(command: Told): void {
    const { id } = command
    if (underWay.has(id)) return
    if (memory.answers.some((one) => one.id === id)) {
      // The server has not received the answer. The answer is sent again, and the command is not repeated.
      remember({ answers: memory.answers.map((one) => (one.id === id ? { ...one, isTold: false } : one)) })
      return
    }
    underWay.add(id)
    // The answer is stored before the command starts, in case the command ends the page.
    answered(id, 'failed', true)
    busy = busy.then(() =>
      carryOut(command, {
        ...inBrowser,
        hands: () => hands,
        identify() {
          identifyUntil = Date.now() + IDENTIFY_MS
          drawOver()
          setTimeout(drawOver, IDENTIFY_MS + 50)
        },
        async answer(answer) {
          answered(id, answer, false)
          await tellAnswers()
        },
      })
        .catch(() => answered(id, 'failed', false))
        .then(() => {
          underWay.delete(id)
        }),
    )
  }

  function answered(id: string, answer: ScreenAnswer, isTold: boolean): void {
    const others = memory.answers.filter((one) => one.id !== id)
    remember({ answers: [...others, { id, answer, isTold }] })
  }

  async function tellAnswers(): Promise<void> {
    for (const one of memory.answers.filter(({ isTold }) => !isTold)) {
      const response = await send(ANSWER_PATH, { commandId: one.id, answer: one.answer }).catch(() => undefined)
      if (!response || response.status >= 500 || response.status === 429) return
      remember({ answers: memory.answers.map((other) => (other === one ? { ...one, isTold: true } : other)) })
    }
  }

  async function goElsewhere({ sentTo }: Place): Promise<void> {
    if (sentTo && sentTo !== location.href && (await isReachable(sentTo))) inBrowser.leaveFor(sentTo)
  }

  /** [R3] The browser may have cleared the storage while the page plays. The server sets the cookie again. */
  function keepMemory(): void {
    if (memory.secret === null || readMemory().secret !== null) return
    writeMemory(memory)
    // If nothing can be stored, the request would be repeated endlessly.
    if (readMemory().secret !== null) enter()
  }

  // A silent stream is dead, even if its socket is still open.
  setInterval(() => {
    keepMemory()
    if (!waiting || performance.now() - heardAt < WATCHDOG_MS) return
    stopWaiting()
    enter()
  }, 5_000)
  window.addEventListener('online', () => {
    if (!playing) enter()
  })
  // The browser restores a suspended page as it was, but without its running requests.
  window.addEventListener('pagehide', leave)
  window.addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload()
  })

  if (memory.place) {
    void goElsewhere(memory.place)
    settle({ ...memory.place, commands: [] })
  } else draw()
  enter()
}

async function askPlace(secret: string | null, enrol: EnterScreen['enrol']): Promise<Entered> {
  const body: EnterScreen = {
    secret,
    width: Math.round(innerWidth),
    height: Math.round(innerHeight),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone || '',
    ...(enrol && { enrol }),
  }
  const response = await send(ENTER_PATH, body)
  const entered = response.status === 200 ? readEntered(parseJson(await response.text())) : undefined
  if (!entered) throw new Error(`the server answered ${response.status}`)
  return entered
}

function send(path: string, body: unknown): Promise<Response> {
  return withTimeout(ANSWER_WITHIN_MS, () =>
    fetch(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'placard' },
      body: JSON.stringify(body),
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
    }),
  )
}
