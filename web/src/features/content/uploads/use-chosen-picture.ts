import { MAX_IMAGE_BYTES } from '@placard/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type FileProblem, isTakenAsItIs } from './file-check.ts'
import { inspectFile, preparePicture } from './prepare-picture.ts'

/** A file that was chosen for a form, and the state of its preparation. */
export type ChosenPicture = { file: File } /** `fits`: it is small enough to be sent unchanged (C4). */ & (
  | { status: 'looking'; fits: boolean }
  /** C4: too large, or of a kind that not every browser reads. It can be made to fit. */
  | { status: 'offered'; tooLarge: boolean }
  | { status: 'fitting' }
  /** `picture` is what will be sent; undefined if the browser could not prepare it yet. */
  | { status: 'ready'; picture: Blob | undefined }
  | { status: 'unfit'; problem: FileProblem }
)

/** Prepares a chosen file before it is sent: checks that it is a picture, and makes it fit on request. */
export function useChosenPicture() {
  const [chosen, setChosen] = useState<ChosenPicture>()
  const work = useRef<AbortController>(undefined)
  useEffect(() => () => work.current?.abort(), [])

  /** Runs `look`. Its result is dropped if another file was chosen meanwhile. */
  const follow = useCallback((look: (signal: AbortSignal) => Promise<ChosenPicture>, failed: ChosenPicture) => {
    work.current?.abort()
    const controller = new AbortController()
    work.current = controller
    look(controller.signal)
      .catch((error: unknown) => {
        if (!controller.signal.aborted) console.error('a picture could not be prepared', error)
        return failed
      })
      .then((next) => !controller.signal.aborted && setChosen(next))
  }, [])

  const choose = useCallback(
    (file: File) => {
      const fits = isTakenAsItIs(file)
      setChosen({ file, status: 'looking', fits })
      // The upload that follows reports the problem.
      if (fits) follow((signal) => prepared(file, signal), { file, status: 'ready', picture: undefined })
      else follow((signal) => offer(file, signal), { file, status: 'offered', tooLarge: true })
    },
    [follow],
  )

  /** Uses the chosen file and makes it fit, with a single press. */
  const makeFit = useCallback(() => {
    if (!chosen) return
    const { file } = chosen
    setChosen({ file, status: 'fitting' })
    follow((signal) => prepared(file, signal), { file, status: 'ready', picture: undefined })
  }, [chosen, follow])

  const drop = useCallback(() => {
    work.current?.abort()
    setChosen(undefined)
  }, [])

  return { chosen, choose, makeFit, drop }
}

async function prepared(file: File, signal: AbortSignal): Promise<ChosenPicture> {
  const made = await preparePicture(file, signal)
  return made.status === 'done' ? { file, status: 'ready', picture: made.picture } : { file, ...made }
}

async function offer(file: File, signal: AbortSignal): Promise<ChosenPicture> {
  const found = await inspectFile(file)
  if (found.status === 'unfit') return { file, ...found }
  const offered = { file, status: 'offered', tooLarge: file.size > MAX_IMAGE_BYTES } as const
  if (found.decoder === 'browser') return offered
  // Only decoding shows if it can be read.
  const made = await preparePicture(file, signal)
  return made.status === 'done' ? offered : { file, ...made }
}
