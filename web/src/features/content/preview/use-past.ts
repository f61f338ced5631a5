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

/** `at`: the moment that it was asked for. */
type Past = PastManifest & { at: number }

/** So far back it is known: milliseconds. */
export const PAST_MS = UNDO_MS
/** A moment that is typed digit by digit is asked for when it stands. */
const TYPED_MS = 250
/** Nobody watches longer at a stretch, and a timer cannot count a month. */
const WATCHED_MS = 24 * 60 * 60_000

/**
 * Sends a preview to moments of before: has the manifest of each fetched, and the next one when it comes by.
 *
 * @param state undefined until the player in the frame has told
 * @param onTell tells it
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
  /** Until the preview says so, its moment is still the one before. */
  const playing = past && arrived.current === past ? past : undefined
  const askedFor = useRef<Past>(undefined)

  /** A request under way, or an answer told, is not wanted any more. */
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
    /** It plays what was on before. */
    isPast: past !== undefined && wentTo !== null,
    isAsking,
    /** As a call threw it. */
    problem,
    goTo: (at: number) => goTo(at, TYPED_MS),
    /** To the next moment at which something came or went, by a schedule or by a change; into the present when there was none. */
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

/** The moment that the preview has come to since it was sent to one: milliseconds since 1970. */
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
