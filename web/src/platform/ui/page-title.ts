import { useEffect } from 'react'

/** Sets the title of the window, which screen readers read first and the history lists. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === 'Placard' ? title : `${title} · Placard`
  }, [title])
}
