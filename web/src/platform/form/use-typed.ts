import { useEffect, useState } from 'react'

/** A pause of this length means that the address is complete. */
const TYPED_AFTER_MS = 700

/** The typed address, after a short pause in typing, so that the server is not asked for every character. */
export function useTyped(url: string): string {
  const [typed, setTyped] = useState(url)
  useEffect(() => {
    const timer = setTimeout(() => setTyped(url), TYPED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [url])
  return typed
}
