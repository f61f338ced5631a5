import { useEffect } from 'react'

/** The title of the window: what a screen reader says first and what the history lists. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === 'Placard' ? title : `${title} · Placard`
  }, [title])
}
