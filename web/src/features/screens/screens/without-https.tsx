import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { Note } from '../../../platform/ui/note.tsx'

/** [F60] Explains the consequences for screens of an address without https. */
export default function WithoutHttps() {
  const { t } = useI18n()
  return <Note text={t('screens.without-https')} />
}
