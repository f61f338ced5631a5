import type { Item } from '@placard/contract'
import { useI18n } from '../../../platform/ui/i18n/i18n.tsx'
import { EyeIcon, EyeOffIcon } from '../../../platform/ui/icons.tsx'
import { Act, SelectionBar, type SelectionProps } from '../entries/selection-bar.tsx'
import { changeItems } from './change-items.ts'
import { ITEMS } from './use-items.ts'

/** The actions for selected items, which can also be hidden and shown. A playlist cannot be added to a playlist. */
export default function ItemSelectionBar(props: SelectionProps<Item>) {
  const { t } = useI18n()
  const { ids } = props
  const said = (done: 'shown' | 'hidden') =>
    t(`select.item.${done}`, { several: t('select.item.several', { count: ids.length }) })
  return (
    <SelectionBar
      {...props}
      kind={ITEMS}
      callSeveral={changeItems}
      nameOf={({ title }) => title}
      noPlaylists={(chosen) =>
        chosen.some(({ type }) => type === 'playlist') ? t('select.copy-no-playlist') : undefined
      }
      acts={(chosen, run) => (
        <>
          <Act
            icon={<EyeIcon />}
            isOff={chosen.every(({ visible }) => visible)}
            onPress={() => void run({ do: 'update', ids, change: { visible: true } }, said('shown'))}
          >
            {t('action.show')}
          </Act>
          <Act
            icon={<EyeOffIcon />}
            isOff={!chosen.some(({ visible }) => visible)}
            onPress={() => void run({ do: 'update', ids, change: { visible: false } }, said('hidden'))}
          >
            {t('action.hide')}
          </Act>
        </>
      )}
    />
  )
}
