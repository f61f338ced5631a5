import {
  type PastManifest,
  type PreviewCommand,
  type PreviewState,
  type ProgrammeKey,
  UNDO_MS,
} from '@placard/contract'
import { nextChangeAt } from '@placard/playback'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../../platform/api/call.ts'

/** `at`: the time that was requested. */
type Past = PastManifest & { at: number }

/** The period for which the past is known, in milliseconds. */
export const PAST_MS = UNDO_MS
/** A time that is typed digit by digit is requested after this pause. */
const TYPED_MS = 250
/** The longest timer: nobody watches longer, and timers cannot cover a month. */
const WATCHED_MS = 24 * 60 * 60_000

/**
 * Moves a preview to past times: loads the manifest of each, and the next manifest when its time comes.
 *
 * @param state undefined until the player in the frame has reported
 * @param onTell sends a command to the player
 */
export function usePast(
  programmeKey: ProgrammeKey,
  state: PreviewState | undefined,
  onTell: (command: PreviewCommand) => void,
) {
  const [past, setPast] = useState<Past>()
  const [problem, setProblem] = useState<unknown>()
  const [isAsking, setAsking] = useState(false)
  const newest = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wentTo = state?.wentTo ?? null
  const isHeld = state?.isHeld ?? false
  const moment = useMoment(wentTo, isHeld)
  const arrived = useRef<Past>(undefined)
  if (past && wentTo === past.at) arrived.current = past
  /** Until the preview confirms the move, it is still at the previous time. */
  const playing = past && arrived.current === past ? past : undefined
  const askedFor = useRef<Past>(undefined)

  /** Drops a pending request and the last answer. */
  const leave = useCallback(() => {
    newest.current += 1
    clearTimeout(timer.current)
    setPast(undefined)
    setProblem(undefined)
    setAsking(false)
  }, [])

  const goTo = useCallback(
    (at: number, delayMs = 0) => {
      newest.current += 1
      const own = newest.current
      clearTimeout(timer.current)
      setProblem(undefined)
      setAsking(true)
      timer.current = setTimeout(async () => {
        try {
          const answer = await call('getPastManifest', { params: programmeKey, query: { at: String(at) } })
          if (own !== newest.current) return
          setPast({ ...answer, at })
          onTell({ preview: 'past', at, manifest: answer.manifest })
        } catch (error) {
          if (own !== newest.current) return
          console.error('looking back failed', error)
          setProblem(error)
        }
        setAsking(false)
      }, delayMs)
    },
    [programmeKey, onTell],
  )

  useEffect(() => {
    if (wentTo === null) leave()
  }, [wentTo, leave])

  useEffect(() => () => leave(), [leave])

  useEffect(() => {
    const until = playing?.until ?? null
    if (until === null || wentTo === null || isHeld || askedFor.current === playing) return
    const leftMs = until - moment()
    if (leftMs > WATCHED_MS) return
    const comesBy = setTimeout(
      () => {
        askedFor.current = playing
        goTo(Math.max(until, wentTo))
      },
      Math.max(0, leftMs),
    )
    return () => clearTimeout(comesBy)
  }, [playing, wentTo, isHeld, moment, goTo])

  return {
    /** The preview plays a past state. */
    isPast: past !== undefined && wentTo !== null,
    isAsking,
    /** The error that a call threw. */
    problem,
    goTo: (at: number) => goTo(at, TYPED_MS),
    /** Moves to the next time at which something changed, by a schedule or an edit; to the present if there was none. */
    goToChange() {
      if (!playing) return
      const { manifest, until } = playing
      setProblem(undefined)
      const next = Math.min(nextChangeAt(manifest, moment()), until ?? Number.POSITIVE_INFINITY)
      if (next >= Date.now()) onTell({ preview: 'live' })
      else if (next === until) goTo(next)
      else onTell({ preview: 'past', at: next, manifest })
    },
    leave,
  }
}

/** The time that the preview has reached since it was moved, in milliseconds since 1970. */
function useMoment(wentTo: number | null, isHeld: boolean): () => number {
  const known = useRef({ at: 0, since: 0, isHeld: false })
  const moment = useCallback(() => {
    const { at, since, isHeld } = known.current
    return isHeld ? at : at + Date.now() - since
  }, [])
  useEffect(() => {
    known.current = { ...known.current, at: wentTo ?? 0, since: Date.now() }
  }, [wentTo])
  useEffect(() => {
    known.current = { at: moment(), since: Date.now(), isHeld }
  }, [isHeld, moment])
  return moment
}
