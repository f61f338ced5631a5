import { useEffect, useState } from 'react'
import { SCREEN_WORDS } from '../page/english.ts'
import { useWords } from '../page/words.ts'
import { clockFace } from './clock-face.ts'

type Props = {
  name: string | undefined
  /** Time zone of the display. The device's own is used when it is undefined. */
  timeZone?: string | undefined
  /** The server says that there is no such display. */
  isAbsent?: boolean
  serverNow: () => number
}

/** Shown when there is nothing to play and nothing to read: the name of the display and the time. */
export function QuietCard({ name, timeZone, isAbsent = false, serverNow }: Props) {
  const [now, setNow] = useState(serverNow)

  useEffect(() => {
    const timer = setTimeout(() => setNow(serverNow()), 60_000 - (now % 60_000) + 20)
    return () => clearTimeout(timer)
  }, [now, serverNow])

  const words = useWords(SCREEN_WORDS)
  return (
    <div className="card">
      <div className="card-time">{clockFace(new Date(now), timeZone)}</div>
      {name ? (
        <div className="card-name">
          <bdi dir="auto">{name}</bdi>
        </div>
      ) : null}
      {isAbsent && words ? (
        <div className="card-note" lang={words.lang} dir="auto">
          {words['screen.absent']}
        </div>
      ) : null}
    </div>
  )
}
