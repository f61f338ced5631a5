import { type ReactNode, useContext, useState } from 'react'
import { placesOf } from './media-address.ts'
import { MediaFrom } from './media-from.ts'

type Props = {
  href: string
  className: string | undefined
  fit?: string | undefined
  /** Shown when the thumbnail can be loaded from none of its places. */
  instead: ReactNode
}

/** The thumbnail of a stored picture, from the first of its places that can be loaded. Decorative. */
export function Thumbnail({ href, className, fit, instead }: Props) {
  const mediaUrl = useContext(MediaFrom)
  const [broken, setBroken] = useState<readonly string[]>([])
  const place = placesOf(href, { small: true, mediaUrl }).find((one) => !broken.includes(one))
  if (place === undefined) return instead
  return (
    <img
      className={className}
      src={place}
      alt=""
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      data-fit={fit}
      onError={() => setBroken([...broken, place])}
    />
  )
}
