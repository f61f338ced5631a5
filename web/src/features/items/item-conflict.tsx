import { Button } from '@mantine/core'
import { DEFAULT_PLAYER_DURATION_SECONDS } from '@placard/contract'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useI18n } from '../../ui/i18n/i18n.tsx'
import styles from './edit-item.module.css'
import { placeOf } from './focus.ts'
import type { ItemDraft } from './item-draft.ts'

type Props = {
  /** With all that they changed and this draft did not. */
  mine: ItemDraft
  theirs: ItemDraft
  /** Email of who changed it; undefined where that is not known. */
  who: string | undefined
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** T4: both versions side by side, as far as they differ. */
export function ItemConflict({ mine, theirs, who, onKeepMine, onTakeTheirs }: Props) {
  const { t } = useI18n()
  const seconds = (draft: ItemDraft) =>
    draft.duration === 0
      ? t('field.duration-default', { seconds: DEFAULT_PLAYER_DURATION_SECONDS })
      : t('field.duration-option', { count: draft.duration })
  const visible = (draft: ItemDraft) => t(draft.visible ? 'conflict.visible-yes' : 'conflict.visible-no')
  const fit = (draft: ItemDraft) =>
    draft.fit === 'contain' ? t('fit.contain') : `${t('fit.cover')} (${t(`focus.${placeOf(draft.focus)}`)})`
  const rows = [
    { label: t('field.title'), mine: mine.title, theirs: theirs.title },
    { label: t('field.url'), mine: mine.address, theirs: theirs.address },
    { label: t('field.type'), mine: t(`items.type.${mine.type}`), theirs: t(`items.type.${theirs.type}`) },
    { label: t('field.duration'), mine: seconds(mine), theirs: seconds(theirs) },
    { label: t('field.visible'), mine: visible(mine), theirs: visible(theirs) },
    { label: t('field.fit'), mine: fit(mine), theirs: fit(theirs) },
  ].filter((row) => row.mine !== row.theirs)
  return (
    <Dialog title={t('conflict.title')} role="alertdialog" closable={false} onClose={onKeepMine} size="large">
      <p className={styles.lead}>
        {who && `${t('conflict.who', { who: `\u2068${who}\u2069` })} `}
        {t('conflict.lead')}
      </p>
      <table className={styles.versions}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('conflict.mine')}</th>
            <th scope="col">{t('conflict.theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.label}>
              <th scope="row">{row.label}</th>
              <td dir="auto">{row.mine}</td>
              <td dir="auto">{row.theirs}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <DialogActions>
        <Button variant="default" onClick={onTakeTheirs}>
          {t('conflict.take-theirs')}
        </Button>
        <Button onClick={onKeepMine} data-autofocus>
          {t('conflict.keep-mine')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
