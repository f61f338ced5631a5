import { useEffect, useRef, useState } from 'react'

export type Dropped = { files: File[] } | { text: string }

/** Marks a zone, or all that is said of it, as a place to drop something on. */
export const dropHere = (index: number) => ({ 'data-zone': index })

/**
 * Follows files that are dragged over the page, and passes what is dropped on a zone. Beside the zones nothing happens: the
 * browser does not open the file.
 *
 * @returns undefined: nothing is dragged over the page. `zone`: the zone below it, the main zone is 0
 */
export function useDropOnZones(onDrop: (zone: number, dropped: Dropped) => void, disabled: boolean) {
  const [over, setOver] = useState<{ zone: number | undefined }>()
  const take = useRef(onDrop)
  take.current = onDrop

  useEffect(() => {
    if (disabled) return
    // The browser fires leave and enter events for every child that the pointer crosses.
    let depth = 0
    const isFree = () => document.querySelector('dialog[open]') === null
    const brings = ({ dataTransfer }: DragEvent) =>
      isFree() && ['Files', 'text/uri-list'].some((type) => dataTransfer?.types.includes(type))
    const zoneOf = ({ target }: Event) => {
      const zone = target instanceof Element ? target.closest('[data-zone]')?.getAttribute('data-zone') : undefined
      return zone ? Number(zone) : undefined
    }
    const end = () => {
      depth = 0
      setOver(undefined)
    }
    const enter = (event: DragEvent) => {
      depth += 1
      if (brings(event)) setOver({ zone: zoneOf(event) })
    }
    const leave = () => {
      depth -= 1
      if (depth <= 0) end()
    }
    const dragOver = (event: DragEvent) => {
      if (brings(event)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      const { dataTransfer } = event
      const zone = zoneOf(event)
      if (brings(event)) {
        event.preventDefault()
        const files = [...(dataTransfer?.files ?? [])]
        const text = dataTransfer?.getData('text/uri-list') ?? ''
        if (zone !== undefined && files.length > 0) take.current(zone, { files })
        else if (zone !== undefined && text !== '') take.current(zone, { text })
      }
      end()
    }
    const undo = [on('dragenter', enter), on('dragleave', leave), on('dragover', dragOver), on('drop', drop)]
    return () => {
      for (const off of undo) off()
      end()
    }
  }, [disabled])

  return over
}

function on<Name extends keyof DocumentEventMap>(name: Name, listener: (event: DocumentEventMap[Name]) => void) {
  document.addEventListener(name, listener)
  return () => document.removeEventListener(name, listener)
}
