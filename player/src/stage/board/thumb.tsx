import { MEDIA_PATH } from '@placard/contract'
import type { KindProps } from '../kind-props.ts'
import { useSource } from '../source.ts'

/** A picture of a row. Its place has the same size before it comes, and if it cannot be shown. */
export function Thumb({ url, media }: { url: unknown; media: KindProps['media'] }) {
  const path = typeof url === 'string' && MEDIA_PATH.test(url) ? url : ''
  const { src } = useSource(path, 'picture', media, () => {})
  return <span className="board-picture">{path !== '' && src && <img src={src} alt="" decoding="async" />}</span>
}
