import { useEffect, useState } from 'react'

/** When there is nothing to play and nothing to read: whose display it is, and the time. Calm, and plainly not broken. */
export function QuietCard({ name, serverNow }: { name: string | undefined; serverNow: () => number }) {
  const [now, setNow] = useState(serverNow)

  useEffect(() => {
    const timer = setTimeout(() => setNow(serverNow()), 60_000 - (now % 60_000) + 20)
    return () => clearTimeout(timer)
  }, [now, serverNow])

  return (
    <div className="card">
      <div className="card-time">{clockFace(new Date(now))}</div>
      {name ? (
        <div className="card-name">
          <bdi dir="auto">{name}</bdi>
        </div>
      ) : null}
    </div>
  )
}

/** As people write it where the device stands. */
function clockFace(date: Date): string {
  return date.toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })
}
