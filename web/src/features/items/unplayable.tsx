import { type Item, readItemUrl } from '@placard/contract'
import { useI18n } from '../../ui/i18n/i18n.tsx'

/** V1: why an item is in no manifest. */
export default function Unplayable({ item }: { item: Item }) {
  const { t } = useI18n()
  const address = readItemUrl(item.type, item.url)
  return t(`unplayable.${address.playable ? 'unknown' : address.problem}`)
}
